import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { factsOfCountry } from '../adapters/address-data/country-facts.ts';
import { readCatalogueFile, readTaxFile } from '../adapters/catalogue-files.ts';
import { catalogueRowsOn, catalogueVersion, loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeFollowCatalogue } from '../services/catalogue/follow-catalogue.ts';
import {
  makeImportAtStart,
  makeReadVendorCatalogue,
  type StartingCatalogue,
} from '../services/operator/import-catalogue.ts';

/** Reads the vendor's plans and tax rates from the files of a folder. */
export const readVendorCatalogue = makeReadVendorCatalogue({
  readCatalogue: readCatalogueFile,
  readTaxRates: readTaxFile,
  factsOf: factsOfCountry,
});

/** Imports the catalogue folder before the server accepts requests. */
export const importAtStart = (database: Database, folder: string): Promise<StartingCatalogue> =>
  makeImportAtStart((run) => database.transaction((sql) => run(catalogueRowsOn(sql))), readVendorCatalogue)(folder);

/** Loads the catalogue again when another process has imported one. */
export const followCatalogue = (database: Database, onCatalogue: (catalogue: Catalogue) => void) =>
  makeFollowCatalogue({
    version: () => catalogueVersion(database),
    loadCatalogue: () => loadCatalogue(database),
    onCatalogue,
  });
