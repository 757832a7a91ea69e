import { createHash } from 'node:crypto';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { lintCatalogue } from '@foyer/domain/catalogue/lint';
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
  ({ readCatalogue, readTaxRates }: CatalogueFiles) =>
  async (folder: string): Promise<VendorCatalogue> => {
    const [catalogue, taxRates] = await Promise.all([readCatalogue(folder), readTaxRates(folder)]);
    const problems = lintCatalogue(catalogue);
    if (problems.length > 0) throw new CatalogueRefused('The catalogue', problems);
    const contentHash = createHash('sha256')
      .update(JSON.stringify([catalogue, taxRates]))
      .digest('hex');
    return { catalogue, taxRates, contentHash };
  };

const offer = async (rows: CatalogueRows, present: string | null, wanted: VendorCatalogue): Promise<Catalogue> => {
  await rows.replaceCatalogue(wanted.catalogue);
  await rows.replaceTaxRates(wanted.taxRates);
  if (wanted.contentHash !== present) await rows.noteImport(wanted.contentHash);
  return rows.loadCatalogue();
};

/** What there is to offer after a start. */
export interface StartingCatalogue {
  readonly catalogue: Catalogue;
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
      const catalogue = isOutdated ? await rows.loadCatalogue() : await offer(rows, present, wanted);
      return { catalogue, isOutdated };
    });
  };

export interface ImportNeeds {
  readonly inTransaction: InOperatorTransaction;
  readonly readVendorCatalogue: (folder: string) => Promise<VendorCatalogue>;
  /** What was imported is offered from now on. */
  readonly onCatalogue: (catalogue: Catalogue) => void;
}

const countsOf = ({ plans, prices }: Catalogue) => ({ plans: plans.length, prices: prices.length });

/**
 * What an operator decided to offer, also when it was offered once before: plans, tax rates and the record of it, all or
 * nothing. Servers that run take it over within seconds.
 */
export const makeImportCatalogue =
  ({ inTransaction, readVendorCatalogue, onCatalogue }: ImportNeeds) =>
  async (folder: string, by: By): Promise<{ plans: number; prices: number }> => {
    const wanted = await readVendorCatalogue(folder);
    const catalogue = await inTransaction(async (store) => {
      const imported = await offer(store, await store.lockImports(), wanted);
      await store.record({
        ...by,
        accountId: null,
        action: 'import_catalogue',
        subjectType: 'catalogue',
        subjectId: null,
        after: countsOf(imported),
        domainAt: null,
      });
      return imported;
    });
    onCatalogue(catalogue);
    return countsOf(catalogue);
  };
