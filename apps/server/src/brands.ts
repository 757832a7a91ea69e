import type { PortalConfig, ShownFamily } from '@foyer/contract/api/portal-config';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { type BillingSettings, defaultBillingSettings } from '@foyer/domain/state/settings';
import type { Accents } from './accents.ts';
import { isLocal } from './adapters/is-local.ts';
import { makeMarkPicture } from './adapters/mark-picture.ts';
import type { Payee } from './services/invoices/receipt-views.ts';
import type { MailBrand } from './services/mail/layout.ts';

export type BrandKey = PortalConfig['brand']['key'];

/** Brand of the vendor, with members that its pages do not get. */
export interface Brand extends Readonly<PortalConfig['brand']> {
  /** Host names that show the brand, unless the setting `BRAND_HOSTS` names others. */
  readonly hosts: readonly string[];
  readonly accents: Accents;
}

type FamilyLook = Pick<ShownFamily, 'color' | 'icon' | 'app' | 'learnMore' | 'confirmation' | 'helpEmail' | 'menu'>;

/** Links, icon and line of a family in the pages. A member that is left out is not shown. */
export type FamilyPresentation = { readonly [Member in keyof FamilyLook]?: FamilyLook[Member] | undefined } & {
  readonly description?: Readonly<Record<Language, string>> | undefined;
};

/** Vendor of this installation and its brands, the default one first (SH-17). */
export interface Vendor extends Pick<PortalConfig, 'links' | 'contacts' | 'clients' | 'contactsClaim'> {
  readonly brands: Readonly<Record<BrandKey, Brand>>;
  /** By the key of the family. */
  readonly families: Readonly<Record<string, FamilyPresentation>>;
  /** Recipient of the payments. */
  readonly payee: Payee;
}

/**
 * Articles that customers can consent to (CO-01, CO-02). The pages of each brand list some of them. `usage-data` is also a
 * setting.
 */
export const consentArticles: readonly string[] = ['marketing', 'usage-data'];

/** Words that an attacker would try first as a password. */
export const productWords = ({ brands }: Vendor): readonly string[] => [
  'foyer',
  ...Object.values(brands).flatMap(({ name, vendor, product }) => [name, vendor, product]),
];

/** Country of a visitor whose IP address has no known country. */
export const defaultCountry = 'US';

/** Brand of a host name. Visitors can send any name. */
export const brandFinder =
  (hosts: ReadonlyMap<string, BrandKey>, otherwise: BrandKey) =>
  (hostname: string): BrandKey =>
    hosts.get(hostname.toLowerCase()) ?? otherwise;

interface Site {
  readonly publicUrl: string;
  /** Host names of the brands, without that of `publicUrl`. */
  readonly hostnames: readonly string[];
  readonly brandOf: (hostname: string) => string;
}

/**
 * Address of a brand's portal, for links in mails. It has the brand's host name with the protocol and port of the public
 * address. Without such a name it is the public address. A local name is used only if the public address is local too.
 */
export const portalUrlOf = (key: string, { publicUrl, hostnames, brandOf }: Site): string => {
  const url = new URL(publicUrl);
  const own = [url.hostname, ...hostnames].find(
    (hostname) => brandOf(hostname) === key && isLocal(hostname) === isLocal(url.hostname),
  );
  if (own === undefined || own === url.hostname) return publicUrl;
  return `${url.protocol}//${own}${url.port && `:${url.port}`}`;
};

/** Brand of an account or host. A key that is no longer in the file gets the default brand. */
export const brandOfKey = (brands: Vendor['brands'], key: string): Brand => {
  const brand = Object.values(brands).find((each) => each.key === key) ?? Object.values(brands)[0];
  if (!brand) throw new Error(`brand ${key}: the brands file has no brand at all; add one`);
  return brand;
};

/** Pictures of the marks, drawn once. */
const markPictures = new WeakMap<readonly string[], Uint8Array | null>();

const markPictureOf = (mark: readonly string[]): Uint8Array | null => {
  const drawn = markPictures.get(mark);
  if (drawn !== undefined) return drawn;
  const picture = makeMarkPicture(mark);
  markPictures.set(mark, picture);
  return picture;
};

export const mailBrand = ({ brands, contacts }: Vendor, key: string, portalUrl: string): MailBrand => {
  const { name, accents, mark } = brandOfKey(brands, key);
  return {
    name,
    accent: accents.light,
    accentDark: accents.dark,
    portalUrl,
    supportEmail: contacts.supportEmail ?? '',
    markPicture: markPictureOf(mark),
  };
};

/** Billing settings: those of the vendor file, and the defaults of the rules. */
export const billingSettingsOf = ({ brands }: Vendor): BillingSettings => ({
  ...defaultBillingSettings,
  trialDaysByBrand: Object.fromEntries(Object.values(brands).map(({ key, trialDays }) => [key, trialDays])),
});
