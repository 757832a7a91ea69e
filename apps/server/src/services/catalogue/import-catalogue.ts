import { createHash } from 'node:crypto';
import { type Catalogue, type Price, pricesOfActivePlans } from '@foyer/domain/catalogue/catalogue';
import { lintCatalogue } from '@foyer/domain/catalogue/lint';
import { lintTaxRates } from '@foyer/domain/catalogue/lint-tax-rates';
import { type OffSale, offSaleSince, pricesNewSince } from '@foyer/domain/catalogue/off-sale';
import type { By, InOperatorTransaction } from '../operator/ports.ts';
import {
  type CatalogueFiles,
  CatalogueRefused,
  type CatalogueRows,
  type InCatalogueTransaction,
  type VendorCatalogue,
} from './ports.ts';

/** Reads the vendor's files, and refuses them with every problem when something in them would be misread. */
export const makeReadVendorCatalogue =
  ({ readCatalogue, readTaxRates, factsOf }: CatalogueFiles) =>
  async (folder: string): Promise<VendorCatalogue> => {
    // one after the other: of a folder that is not there the same file is named each time
    const catalogue = await readCatalogue(folder);
    const taxRates = await readTaxRates(folder);
    const dated = taxRates.map((rate) => ({
      ...rate,
      validFrom: rate.validFrom.getTime(),
      validTo: rate.validTo?.getTime() ?? null,
    }));
    const problems = [...lintCatalogue(catalogue), ...lintTaxRates(dated, factsOf)];
    if (problems.length > 0) throw new CatalogueRefused(`The catalogue in ${folder}`, problems);
    const contentHash = createHash('sha256')
      .update(JSON.stringify([catalogue, taxRates]))
      .digest('hex');
    return { catalogue, taxRates, contentHash };
  };

/** What there is after an import, with what is not sold any more, what it took off sale, and what it offers anew. */
interface Offered {
  readonly catalogue: Catalogue;
  readonly offSale: OffSale;
  readonly newPrices: readonly Price[];
  /** Places that had a tax rate of their own, and have none now. */
  readonly untaxed: string[];
}

const offer = async (rows: CatalogueRows, present: string | null, wanted: VendorCatalogue): Promise<Offered> => {
  const before = await rows.loadCatalogue();
  const taxed = await rows.taxedPlaces();
  await rows.replaceCatalogue(wanted.catalogue);
  await rows.replaceTaxRates(wanted.taxRates);
  if (wanted.contentHash !== present) await rows.recordImport(wanted.contentHash);
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

/** What there is to offer after a start. */
export interface StartingCatalogue extends Offered {
  /** The folder holds what was replaced since, and was left alone. */
  readonly isOutdated: boolean;
}

/**
 * What a server that starts does with its folder (decision 16): a content that is new, or the one that holds, is imported.
 * One that another import has replaced since is not, for a server that comes back with an older folder must not take the
 * newer prices from those that run. Going back to it is a command.
 */
export const makeImportAtStart =
  (inTransaction: InCatalogueTransaction, readVendorCatalogue: (folder: string) => Promise<VendorCatalogue>) =>
  async (folder: string): Promise<StartingCatalogue> => {
    const wanted = await readVendorCatalogue(folder);
    return inTransaction(async (rows) => {
      const present = await rows.lockImports();
      const isOutdated = present !== wanted.contentHash && (await rows.wasImported(wanted.contentHash));
      const offered = isOutdated
        ? { catalogue: await rows.loadCatalogue(), offSale: NOTHING, newPrices: [], untaxed: [] }
        : await offer(rows, present, wanted);
      return { ...offered, isOutdated };
    });
  };

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly readVendorCatalogue: (folder: string) => Promise<VendorCatalogue>;
  /** What was imported is offered from now on. */
  readonly onCatalogue: (catalogue: Catalogue) => void;
}

/** What an import came to: how much is on sale now, what of it is new, what went off sale, and where a tax rate is gone. */
export interface Imported {
  readonly plans: number;
  readonly prices: number;
  /** Under the id that orders name. */
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
 * What an operator decided to offer, also when it was offered once before: plans, tax rates and the record of it, with what
 * is no longer sold, all or nothing. Servers that run take it over within seconds.
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
        subjectType: 'catalogue',
        subjectId: null,
        after: { ...summaryOf(imported) },
        domainAt: null,
      });
      return imported;
    });
    onCatalogue(offered.catalogue);
    return summaryOf(offered);
  };
