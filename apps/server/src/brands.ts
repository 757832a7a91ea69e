import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type BillingSettings, defaultBillingSettings } from '@foyer/domain/billing/settings';
import { isLocal } from './adapters/is-local.ts';
import type { Payee } from './services/billing/receipt-views.ts';
import type { MailBrand } from './services/mail/layout.ts';
import { settings } from './settings.ts';

export type BrandKey = PortalConfig['brand']['key'];

/** Who sells with this Foyer, and under which two brands (SH-17). */
export interface Vendor extends Pick<PortalConfig, 'links' | 'contacts' | 'clients' | 'contactsClaim'> {
  readonly brands: Readonly<Record<BrandKey, PortalConfig['brand']>>;
  /** Who receives the money. */
  readonly payee: Payee;
}

/** What customers are asked to agree to (CO-01, CO-02). Each brand's pages name theirs; `usage-data` is a switch as well. */
export const consentArticles: readonly string[] = ['marketing', 'usage-data'];

/** Claims of a new customer unless DEFAULT_CLAIMS is set (SE-08). */
export const defaultClaimPaths: readonly string[] = settings.DEFAULT_CLAIMS.default.split(',');

/** What everybody would try first as a password here. */
export const productWords = ({ brands }: Vendor): readonly string[] => [
  'foyer',
  ...Object.values(brands).flatMap(({ name, vendor, product }) => [name, vendor, product]),
];

/** Country of a visitor whose IP address has no known country. */
export const defaultCountry = 'US';

/** Which brand a host name shows. Visitors choose that name freely. */
export const brandFinder =
  (hosts: ReadonlyMap<string, BrandKey>, otherwise: BrandKey) =>
  (hostname: string): BrandKey =>
    hosts.get(hostname.toLowerCase()) ?? otherwise;

interface Site {
  readonly publicUrl: string;
  /** Host names of our own beside that of `publicUrl`. */
  readonly hostnames: readonly string[];
  readonly brandOf: (hostname: string) => string;
}

/**
 * Where the portal of a brand stands, for links in mails: its own host name with the protocol and port of the public
 * address, or the public address itself where the brand has none. A local name never goes into a mail that leaves the house.
 */
export const portalUrlOf = (key: string, { publicUrl, hostnames, brandOf }: Site): string => {
  const url = new URL(publicUrl);
  const own = [url.hostname, ...hostnames].find(
    (hostname) => brandOf(hostname) === key && isLocal(hostname) === isLocal(url.hostname),
  );
  if (own === undefined || own === url.hostname) return publicUrl;
  return `${url.protocol}//${own}${url.port && `:${url.port}`}`;
};

/** The accents of the style sheets, for mails, which have none. */
const accents: Record<BrandKey, string> = { scope: '#4a44d0', drive: '#00657c' };

export const mailBrand = ({ brands, contacts }: Vendor, key: string, portalUrl: string): MailBrand => {
  const brand: BrandKey = key === 'drive' ? 'drive' : 'scope';
  return {
    name: brands[brand].name,
    accent: accents[brand],
    portalUrl,
    supportEmail: contacts.supportEmail ?? '',
  };
};

/** The vendor's own settings of billing, and for the rest the ones that stand in its rules. */
export const billingSettingsOf = ({ brands }: Vendor): BillingSettings => ({
  ...defaultBillingSettings,
  trialDaysByBrand: { scope: brands.scope.trialDays, drive: brands.drive.trialDays },
});
