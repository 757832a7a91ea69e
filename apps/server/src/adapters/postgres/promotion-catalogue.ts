import type { Promotion, PromotionGrant } from '@foyer/domain/catalogue/promotion';
import type { Sql } from './database.ts';
import { insertRows, updateRows } from './rows.ts';

const PROMOTIONS = { name: 'promotions', instants: ['validFrom', 'validTo'] };

type OfPromotion<T> = T & { readonly promotionId: string };

/** Returns all promotions, also inactive ones, because a customer may wait for a review with one. */
export const loadPromotions = async (sql: Sql): Promise<Promotion[]> => {
  const rows = await sql.query<Omit<Promotion, 'aliases' | 'grants'>>(
    'SELECT id, name, collect_payment, active, valid_from, valid_to, max_redemptions FROM promotions ORDER BY name',
  );
  const aliases = await sql.query<OfPromotion<{ alias: string }>>(
    'SELECT promotion_id, alias FROM promotion_aliases ORDER BY alias',
  );
  const grants = await sql.query<OfPromotion<PromotionGrant>>(
    'SELECT promotion_id, product, plan_id, months, transition_price_id FROM promotion_grants ORDER BY promotion_id, position',
  );
  return rows.map((row) => ({
    ...row,
    aliases: aliases.filter(({ promotionId }) => promotionId === row.id).map(({ alias }) => alias),
    grants: grants
      .filter(({ promotionId }) => promotionId === row.id)
      .map(({ promotionId: _promotionId, ...grant }) => grant),
  }));
};

/**
 * Writes promotions, in the import of the catalogue. Promotions that are missing from the file become inactive.
 * Redemptions refer to them, and customers under review still need their grants. Aliases and the grants of the file are
 * replaced; redemptions that were granted do not change.
 */
export const importPromotions = async (tx: Sql, promotions: readonly Promotion[]): Promise<void> => {
  const stored = await tx.query<{ id: string }>('SELECT id FROM promotions');
  const known = new Set(stored.map(({ id }) => id));
  const rows = promotions.map(({ aliases: _aliases, grants: _grants, ...row }) => row);
  await tx.query('DELETE FROM promotion_aliases');
  await tx.query('DELETE FROM promotion_grants WHERE promotion_id = ANY($1)', [rows.map(({ id }) => id)]);
  await updateRows(
    tx,
    PROMOTIONS,
    rows.filter(({ id }) => known.has(id)),
  );
  await insertRows(
    tx,
    PROMOTIONS,
    rows.filter(({ id }) => !known.has(id)),
  );
  await tx.query('UPDATE promotions SET active = false WHERE active AND NOT id = ANY($1)', [rows.map(({ id }) => id)]);
  await insertRows(
    tx,
    { name: 'promotion_aliases', instants: [] },
    promotions.flatMap(({ id, aliases }) => aliases.map((alias) => ({ promotionId: id, alias }))),
  );
  await insertRows(
    tx,
    { name: 'promotion_grants', instants: [] },
    promotions.flatMap(({ id, grants }) => grants.map((grant, position) => ({ ...grant, promotionId: id, position }))),
  );
};
