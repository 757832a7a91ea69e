import { createHash } from 'node:crypto';
import { type Catalogue, type Price, pricesOfActivePlans } from '@foyer/domain/catalogue/catalogue';
import { changedFamilies } from '@foyer/domain/catalogue/changed-families';
import { lintCatalogue } from '@foyer/domain/catalogue/lint';
import { lintTaxRates } from '@foyer/domain/catalogue/lint-tax-rates';
import { type OffSale, offSaleSince, pricesNewSince } from '@foyer/domain/catalogue/off-sale';
import {
  type CatalogueFiles,
  CatalogueRefused,
  type CatalogueRows,
  type InCatalogueTransaction,
  type VendorCatalogue,
} from '../catalogue/ports.ts';
import type { By, InOperatorTransaction } from './ports.ts';

/** Leaves out members newer than 3.0.0 that the files do not use, so that such files keep the hash of earlier releases. */
const hashed = (name: string, value: unknown): unknown =>
  (name === 'includes' && Array.isArray(value) && value.length === 0) || (name === 'featureKey' && value === null)
    ? undefined
    : value;

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content, hashed)).digest('hex');

/** Reads the vendor's files. Refuses them with a list of all problems. */
export const makeReadVendorCatalogue =
  ({ readCatalogue, readTaxRates, factsOf }: CatalogueFiles) =>
  async (folder: string): Promise<VendorCatalogue> => {
    // one after the other, so that the error about a missing folder always names the same file
    const catalogue = await readCatalogue(folder);
    const taxRates = await readTaxRates(folder);
    const dated = taxRates.map((rate) => ({
      ...rate,
      validFrom: rate.validFrom.getTime(),
      validTo: rate.validTo?.getTime() ?? null,
    }));
    const problems = [...lintCatalogue(catalogue), ...lintTaxRates(dated, factsOf)];
    if (problems.length > 0) throw new CatalogueRefused(`The catalogue in ${folder}`, problems);
    const { families: _families, ...withoutFamilies } = catalogue;
    return {
      catalogue,
      taxRates,
      contentHash: hashOf([catalogue, taxRates]),
      formerHash: hashOf([withoutFamilies, taxRates]),
    };
  };

/** Catalogue after an import, with prices that are new and items that went off sale. */
interface Offered {
  readonly catalogue: Catalogue;
  readonly offSale: OffSale;
  readonly newPrices: readonly Price[];
  /** Places that had a tax rate before the import and have none now. */
  readonly untaxed: string[];
}

/** Refuses another kind or number of live subscriptions for a family with subscriptions, which were made by the stored ones. */
const checkFamilies = async (rows: CatalogueRows, before: Catalogue, wanted: Catalogue): Promise<void> => {
  for (const problem of changedFamilies(before, wanted)) {
    if (await rows.isSubscribed(problem.key)) throw new CatalogueRefused('families.yaml', [problem.text]);
  }
};

const offer = async (rows: CatalogueRows, current: string | null, wanted: VendorCatalogue): Promise<Offered> => {
  const before = await rows.loadCatalogue();
  await checkFamilies(rows, before, wanted.catalogue);
  const taxed = await rows.taxedPlaces();
  await rows.replaceCatalogue(wanted.catalogue);
  await rows.replaceTaxRates(wanted.taxRates);
  if (wanted.contentHash !== current) await rows.recordImport(wanted.contentHash);
  const catalogue = await rows.loadCatalogue();
  const stillTaxed = await rows.taxedPlaces();
  return {
    catalogue,
    offSale: offSaleSince(before, catalogue),
    newPrices: pricesNewSince(before, catalogue),
    untaxed: taxed.filter((place) => !stillTaxed.includes(place)),
  };
};

const NOTHING: OffSale = { plans: [], intervals: [], maintenanceExtensions: [], promotions: [] };

/** Catalogue after a start. */
export interface StartingCatalogue extends Offered {
  /** True if a later import has replaced the content of the folder, so it was not imported. */
  readonly isOutdated: boolean;
}

/**
 * Imports the folder at a start, if its content is new or the current one (decision 16). Content that another import has
 * replaced is not imported. So a server that starts with an older folder cannot undo newer prices. A command can restore
 * older content.
 */
export const makeImportAtStart =
  (inTransaction: InCatalogueTransaction, readVendorCatalogue: (folder: string) => Promise<VendorCatalogue>) =>
  async (folder: string): Promise<StartingCatalogue> => {
    const wanted = await readVendorCatalogue(folder);
    return inTransaction(async (rows) => {
      const current = await rows.lockImports();
      const hashes = [wanted.contentHash, wanted.formerHash];
      const isCurrent = current !== null && hashes.includes(current);
      const wasImported = async () => (await Promise.all(hashes.map(rows.wasImported))).includes(true);
      const isOutdated = !isCurrent && (await wasImported());
      const offered = isOutdated
        ? { catalogue: await rows.loadCatalogue(), offSale: NOTHING, newPrices: [], untaxed: [] }
        : await offer(rows, current, wanted);
      return { ...offered, isOutdated };
    });
  };

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly readVendorCatalogue: (folder: string) => Promise<VendorCatalogue>;
  /** Applies the imported catalogue in this process. */
  readonly onCatalogue: (catalogue: Catalogue) => void;
}

/** Summary of an import: items on sale, new prices, items off sale, and places without a tax rate. */
export interface Imported {
  readonly plans: number;
  readonly prices: number;
  /** New prices with the ids that orders use. */
  readonly newPrices: readonly { readonly id: string; readonly amountCents: number }[];
  readonly offSale: OffSale;
  readonly untaxed: string[];
}

const summaryOf = ({ catalogue, offSale, newPrices, untaxed }: Offered): Imported => ({
  plans: catalogue.plans.filter(({ active }) => active).length,
  prices: pricesOfActivePlans(catalogue).length,
  newPrices: newPrices.map(({ intervalId, amountCents }) => ({ id: intervalId, amountCents })),
  offSale,
  untaxed,
});

/**
 * Imports a folder for an operator, also content that was imported before. One transaction writes plans, tax rates and the
 * audit log. Running servers follow within seconds.
 */
export const makeImportCatalogue =
  ({ inTransaction, readVendorCatalogue, onCatalogue }: Dependencies) =>
  async (folder: string, by: By): Promise<Imported> => {
    const wanted = await readVendorCatalogue(folder);
    const offered = await inTransaction(async (store) => {
      const imported = await offer(store, await store.lockImports(), wanted);
      await store.record({
        ...by,
        accountId: null,
        action: 'import_catalogue',
        subjectId: null,
        after: { ...summaryOf(imported) },
        domainAt: null,
      });
      return imported;
    });
    onCatalogue(offered.catalogue);
    return summaryOf(offered);
  };
