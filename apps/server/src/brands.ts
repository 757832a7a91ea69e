import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type BillingSettings, defaultBillingSettings } from '@foyer/domain/state/settings';
import { isLocal } from './adapters/is-local.ts';
import type { Payee } from './services/invoices/receipt-views.ts';
import type { MailBrand } from './services/mail/layout.ts';

export type BrandKey = PortalConfig['brand']['key'];

/** Vendor of this installation and its two brands (SH-17). */
export interface Vendor extends Pick<PortalConfig, 'links' | 'contacts' | 'clients' | 'contactsClaim'> {
  readonly brands: Readonly<Record<BrandKey, PortalConfig['brand']>>;
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

/** Accent colours of the style sheets, repeated because mails have no style sheet. */
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

/** Billing settings: those of the vendor file, and the defaults of the rules. */
export const billingSettingsOf = ({ brands }: Vendor): BillingSettings => ({
  ...defaultBillingSettings,
  trialDaysByBrand: { scope: brands.scope.trialDays, drive: brands.drive.trialDays },
});
