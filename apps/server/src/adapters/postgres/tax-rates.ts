import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { TaxReach } from '@foyer/domain/catalogue/tax-place';
import type { TaxRate } from '../../services/catalogue/ports.ts';
import { type Sql, toDate } from './database.ts';

/** Tax rate that `selectTaxRate` found. */
export interface TaxFound {
  readonly ratePpm: number;
  readonly taxReach: TaxReach;
}

interface Place {
  readonly country: string;
  /** State of the address; null if only the postal code is known. */
  readonly state: string;
  readonly postalCode: string;
  readonly now: string;
}

/**
 * The rate of a place, nearest first: the longest postal prefix that fits, else the state's, else the country's. A row of a
 * state is not for addresses in another: a postal code that does not belong to its state says nothing (AD-05, PY-06).
 */
export const selectTaxRate = ({ country, state, postalCode, now }: Place): string => `
  SELECT r.rate_ppm, CASE WHEN r.postal_prefix <> '' THEN 'postal-code' WHEN r.region IS NOT NULL THEN 'state' ELSE 'country' END AS tax_reach
  FROM tax_rates r
  WHERE r.country = ${country} AND starts_with(${postalCode}, r.postal_prefix)
    AND (r.region IS NULL OR r.region = ${state} OR (${state} IS NULL AND r.postal_prefix <> ''))
    AND r.valid_from <= ${now} AND (r.valid_to IS NULL OR ${now} < r.valid_to)
  ORDER BY length(r.postal_prefix) DESC, r.region NULLS LAST LIMIT 1`;

const ofParameters = selectTaxRate({ country: '$1', state: '$2::text', postalCode: '$3', now: '$4' });

/** Returns the tax rate of a place; 0 if none is known. */
export const readTaxRate = async (
  sql: Sql,
  country: string,
  state: string | null,
  postalCode: string,
  now: Instant,
): Promise<number> => {
  const [row] = await sql.query<TaxFound>(ofParameters, [country, state, postalCode, toDate(now)]);
  return row?.ratePpm ?? 0;
};

/** Places that have a tax rate now, as operators see them: `US MA 02`. */
export const taxedPlaces = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.query<{ place: string }>(
    `SELECT DISTINCT concat_ws(' ', country, region, nullif(postal_prefix, '')) AS place FROM tax_rates
     WHERE valid_from <= now() AND (valid_to IS NULL OR now() < valid_to) ORDER BY place`,
  );
  return rows.map(({ place }) => place);
};

/** Replaces all tax rates. Finalized invoices keep theirs. */
export const replaceTaxRates = async (sql: Sql, rates: readonly TaxRate[]): Promise<void> => {
  await sql.query('DELETE FROM tax_rates');
  for (const { country, state, postalPrefix, ratePpm, validFrom, validTo } of rates) {
    await sql.query(
      'INSERT INTO tax_rates (id, country, region, postal_prefix, rate_ppm, valid_from, valid_to) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [
        ['tax', country, state ?? '', postalPrefix, validFrom.toISOString().slice(0, 10)].join('_'),
        country,
        state,
        postalPrefix,
        ratePpm,
        validFrom,
        validTo,
      ],
    );
  }
};
