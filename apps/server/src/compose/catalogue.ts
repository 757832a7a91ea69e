import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { readCatalogueFile, readTaxFile } from '../adapters/catalogue-files.ts';
import {
  catalogueVersion,
  importCatalogue,
  importTaxRates,
  loadCatalogue,
} from '../adapters/postgres/catalogue-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeFollowCatalogue } from '../services/catalogue/follow-catalogue.ts';
import { importVendorCatalogue } from '../services/catalogue/import-catalogue.ts';

/** Joins the import of the vendor's plans and tax rates to the files of one folder. */
export const importCatalogueFiles = (database: Database, folder: string): Promise<Catalogue> =>
  importVendorCatalogue({
    readCatalogue: () => readCatalogueFile(folder),
    readTaxRates: () => readTaxFile(folder),
    importCatalogue: (catalogue) => importCatalogue(database, catalogue),
    importTaxRates: (rates) => importTaxRates(database, rates),
    loadCatalogue: () => loadCatalogue(database),
  });

/** The server's part: what others imported is taken over while it runs. */
export const followCatalogue = (database: Database, onCatalogue: (catalogue: Catalogue) => void) =>
  makeFollowCatalogue({
    version: () => catalogueVersion(database),
    loadCatalogue: () => loadCatalogue(database),
    onCatalogue,
  });
