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
} from '../services/catalogue/import-catalogue.ts';

/** The vendor's plans and tax rates, from the files of one folder. */
export const readVendorCatalogue = makeReadVendorCatalogue({
  readCatalogue: readCatalogueFile,
  readTaxRates: readTaxFile,
  factsOf: factsOfCountry,
});

/** What a server does with its folder before it serves. */
export const importAtStart = (database: Database, folder: string): Promise<StartingCatalogue> =>
  makeImportAtStart((run) => database.transaction((sql) => run(catalogueRowsOn(sql))), readVendorCatalogue)(folder);

/** The server's part: what others imported is taken over while it runs. */
export const followCatalogue = (database: Database, onCatalogue: (catalogue: Catalogue) => void) =>
  makeFollowCatalogue({
    version: () => catalogueVersion(database),
    loadCatalogue: () => loadCatalogue(database),
    onCatalogue,
  });
