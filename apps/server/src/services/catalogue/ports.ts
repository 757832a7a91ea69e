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

/** Where a vendor keeps its catalogue. */
export interface CatalogueFiles {
  readonly readCatalogue: (folder: string) => Promise<Catalogue>;
  readonly readTaxRates: (folder: string) => Promise<TaxRate[]>;
}

/** What the vendor's files say, checked, with a hash that tells one content from another. */
export interface VendorCatalogue {
  readonly catalogue: Catalogue;
  readonly taxRates: readonly TaxRate[];
  readonly contentHash: string;
}

/** The rows of an import, within the transaction it is given. */
export interface CatalogueRows {
  /** Waits for whoever else imports, until the end of the transaction; gives the content that holds. */
  lockImports(): Promise<string | null>;
  wasImported(contentHash: string): Promise<boolean>;
  noteImport(contentHash: string): Promise<void>;
  replaceCatalogue(catalogue: Catalogue): Promise<void>;
  replaceTaxRates(rates: readonly TaxRate[]): Promise<void>;
  /** Everything there is, also what is no longer sold. */
  loadCatalogue(): Promise<Catalogue>;
}

export type InCatalogueTransaction = <T>(run: (rows: CatalogueRows) => Promise<T>) => Promise<T>;
