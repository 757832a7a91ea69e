import { demoBrands } from '@foyer/contract/api/demo-brands';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Payee } from './services/billing/views.ts';
import type { MailBrand } from './services/mail/layout.ts';

export type BrandKey = PortalConfig['brand']['key'];

export const defaultBrands: Record<BrandKey, PortalConfig['brand']> = demoBrands;

export const defaultLinks: PortalConfig['links'] = {
  privacy: 'https://arcwave.example/privacy',
  settings: null,
  contacts: 'https://contacts.arcwave.example/',
  feedback: 'https://arcwave.example/feedback',
  support: 'https://arcwave.example/support',
  driveApp: 'https://drive.arcwave.example/',
  scopeApp: 'https://scope.arcwave.example/',
  driveLearnMore: 'https://arcwave.example/drive',
  scopeLearnMore: 'https://arcwave.example/scope',
  scopeMenu: [
    { key: 'install', href: 'https://scope.arcwave.example/install' },
    { key: 'update-license', href: 'https://scope.arcwave.example/license' },
    { key: 'packages', href: 'https://arcwave.example/scope/packages' },
    { key: 'help', href: 'https://arcwave.example/scope/help' },
  ],
  scopeConfirmation: null,
  survey: 'https://survey.arcwave.example/s/{id}',
};

/** Products that may send their visitors here and get them back (SH-09). */
export const defaultClients: PortalConfig['clients'] = {
  drive: { name: 'Arcwave Drive', origin: 'https://drive.arcwave.example' },
  scope: { name: 'Arcwave Scope', origin: 'https://scope.arcwave.example' },
};

/** The trigger-list role (readings 6.10). */
export const contactsClaim = 'trigger:list';

export const defaultContacts: PortalConfig['contacts'] = {
  supportPhone: '+1 (800) 555-0142',
  supportEmail: 'support@arcwave.example',
  salesEmail: 'sales@arcwave.example',
};

/** What customers are asked to agree to (CO-01, CO-02). Each brand's pages name theirs; `usage-data` is a switch as well. */
export const consentArticles: readonly string[] = ['marketing', 'usage-data'];

/** The words beside the usage-data switch of the page in each language, for the call that carries none. */
export const usageDataForm: Readonly<Record<Language, string>> = {
  en: 'Allow app usage data collection',
  de: 'Erfassung von Daten zur App-Nutzung erlauben',
};

/** Who receives the money, as it stands on every receipt. */
export const defaultPayee: Payee = {
  name: 'Arcwave Instruments, Inc.',
  address: ['4500 Beacon Way', 'Portland, OR 97205'],
  country: 'US',
};

/** What a newcomer may do (SE-08): both products, and everything about the own account. */
export const defaultClaimPaths: readonly string[] = [
  'drive',
  'tron',
  'usr:info:update',
  'usr:info:delete',
  'usr:password:update',
  'access:mfa:create',
];

/** What everybody would try first as a password here. */
export const productWords: readonly string[] = [
  'foyer',
  ...Object.values(defaultBrands).flatMap(({ name, vendor, product }) => [name, vendor, product]),
];

/** Where a visitor is taken to be whose address says nothing (api.md §1). */
export const defaultCountry = 'US';

/** Names that reach the machine they are opened on and no other. */
const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');

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

const accents: Record<BrandKey, string> = { scope: '#4a44d0', drive: '#00657c' };

export const mailBrand = (key: string, portalUrl: string): MailBrand => {
  const brand: BrandKey = key === 'drive' ? 'drive' : 'scope';
  return {
    name: defaultBrands[brand].name,
    accent: accents[brand],
    portalUrl,
    supportEmail: defaultContacts.supportEmail ?? '',
  };
};
