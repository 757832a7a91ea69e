import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { lintCatalogue } from '@foyer/domain/catalogue/lint';
import { type CatalogueNeeds, CatalogueRefused } from './ports.ts';

/** Imports the vendor's catalogue and tax rates, unless something in them would be misread; then nothing is changed. */
export const importVendorCatalogue = async (needs: CatalogueNeeds): Promise<Catalogue> => {
  const [catalogue, taxRates] = await Promise.all([needs.readCatalogue(), needs.readTaxRates()]);
  const problems = lintCatalogue(catalogue);
  if (problems.length > 0) throw new CatalogueRefused('The catalogue', problems);
  await needs.importCatalogue(catalogue);
  await needs.importTaxRates(taxRates);
  return needs.loadCatalogue();
};
