import type { CountryFacts } from '@foyer/domain/address/verify-address';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { Refused } from '../refused.ts';

export interface TaxRate {
  readonly country: string;
  /** State of the addresses. Null if the country has no states, or the rate is not of one state. */
  readonly state: string | null;
  /** Beginning of the postal codes. Empty for the whole state or country. */
  readonly postalPrefix: string;
  readonly ratePpm: number;
  readonly validFrom: Date;
  readonly validTo: Date | null;
}

/** A catalogue file with errors. The message lists all of them. */
export class CatalogueRefused extends Refused {
  constructor(file: string, problems: readonly string[]) {
    const message = `${file} is refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`;
    super('ACTION_REFUSED', { code: 'catalogue', message });
    this.name = 'CatalogueRefused';
  }
}

/** Readers of the vendor's catalogue files. */
export interface CatalogueFiles {
  readonly readCatalogue: (folder: string) => Promise<Catalogue>;
  readonly readTaxRates: (folder: string) => Promise<TaxRate[]>;
  /** Postal code formats of a country and its states. */
  readonly factsOf: (country: string) => CountryFacts;
}

/** Checked content of the vendor's catalogue files, with its hash. */
export interface VendorCatalogue {
  readonly catalogue: Catalogue;
  readonly taxRates: readonly TaxRate[];
  readonly contentHash: string;
  /** Hash that releases before 3.0.0 computed of this content, without the families. */
  readonly formerHash: string;
}

/** Rows of an import, in the given transaction. */
export interface CatalogueRows {
  /** Waits for other imports, blocks them until the end of the transaction, and returns the hash of the current content. */
  lockImports(): Promise<string | null>;
  wasImported(contentHash: string): Promise<boolean>;
  recordImport(contentHash: string): Promise<void>;
  replaceCatalogue(catalogue: Catalogue): Promise<void>;
  replaceTaxRates(rates: readonly TaxRate[]): Promise<void>;
  /** Places with a rate now, such as `US MA 02`. */
  taxedPlaces(): Promise<string[]>;
  /** Returns all plans and prices, also those off sale. */
  loadCatalogue(): Promise<Catalogue>;
  /** Tells whether the family has subscriptions, also ended ones. */
  isSubscribed(family: string): Promise<boolean>;
}

export type InCatalogueTransaction = <T>(run: (rows: CatalogueRows) => Promise<T>) => Promise<T>;
