import type { Catalogue } from '@foyer/domain/catalogue/catalogue';

export interface TaxRate {
  readonly country: string;
  readonly postalPrefix: string;
  readonly ratePpm: number;
  readonly validFrom: Date;
  readonly validTo: Date | null;
}

/** A catalogue file that must not be loaded; every problem is named at once. */
export class CatalogueRefused extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(`${file} is refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'CatalogueRefused';
  }
}

/** Where a vendor keeps its catalogue, and where it is imported to. */
export interface CatalogueNeeds {
  readonly readCatalogue: () => Promise<Catalogue>;
  readonly readTaxRates: () => Promise<TaxRate[]>;
  readonly importCatalogue: (catalogue: Catalogue) => Promise<void>;
  readonly importTaxRates: (rates: readonly TaxRate[]) => Promise<void>;
  /** Everything there is after the import, also what is no longer sold. */
  readonly loadCatalogue: () => Promise<Catalogue>;
}
