import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { catalogueRowsOn } from '../src/adapters/postgres/catalogue-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';

/** Puts another catalogue into the database, as an import does. */
export const importCatalogue = (database: Database, catalogue: Catalogue): Promise<void> =>
  database.transaction((sql) => catalogueRowsOn(sql).replaceCatalogue(catalogue));
