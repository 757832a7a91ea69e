import type { PortalConfig, ShownFamily } from '@foyer/contract/api/portal-config';
import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Family } from '@foyer/domain/catalogue/family';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Brand, type BrandKey, brandOfKey, type Vendor } from './brands.ts';
import type { Config } from './config.ts';

type Facts = Pick<Config, 'vendor' | 'oidc' | 'stripe' | 'smtp' | 'addressChange' | 'developmentHosts'>;

/** True if the sandbox mailbox is available at a host name. */
export const hasMailbox = (
  { smtp, stripe, developmentHosts }: Pick<Facts, 'smtp' | 'stripe' | 'developmentHosts'>,
  hostname: string,
): boolean => smtp === null && stripe === null && developmentHosts.includes(hostname);

const shownBrand = ({ hosts: _hosts, accents: _accents, ...brand }: Brand): PortalConfig['brand'] => brand;

/** Icons of families for which the brands file has none. */
const defaultIcons: Readonly<Record<FamilyKind, { color: string; lines: string[] }>> = {
  tiers: { color: '#4a44d0', lines: ['M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21'] },
  plans: {
    color: '#00657c',
    lines: ['M4 18a8 8 0 0 1 16 0', 'M8.5 18a3.5 3.5 0 0 1 7 0', 'M2 12.5A12 12 0 0 1 12 6a12 12 0 0 1 10 6.5'],
  },
  metered: {
    color: '#3d4350',
    lines: [
      'M12 12h.01',
      'M8.5 15.5a5 5 0 0 1 0-7',
      'M15.5 8.5a5 5 0 0 1 0 7',
      'M5.5 18.5a9.2 9.2 0 0 1 0-13',
      'M18.5 5.5a9.2 9.2 0 0 1 0 13',
    ],
  },
};

/** Describes a family for the pages: its rules from the catalogue, and icon and links from the brands file. */
const shownFamily = (
  { key, kind, names, liveSubscriptions, exportControl, claim, limits }: Family,
  { families }: Vendor,
  language: Language,
): ShownFamily => {
  const { description, color, icon, app, learnMore, confirmation, helpEmail, menu } = families[key] ?? {};
  return {
    key,
    kind,
    name: names[language],
    description: description?.[language] ?? null,
    several: liveSubscriptions === 'several',
    exportControl,
    claim,
    limits: [...limits],
    color: color ?? defaultIcons[kind].color,
    icon: icon ?? defaultIcons[kind].lines,
    app: app ?? null,
    learnMore: learnMore ?? null,
    confirmation: confirmation ?? null,
    helpEmail: helpEmail ?? null,
    menu: menu ?? [],
  };
};

/**
 * Makes the configuration of a page by brand, host name and language. The host name decides the environment (SH-14).
 * `families` returns those of the current catalogue.
 */
export const portalConfigFor =
  (config: Facts, families: () => readonly Family[]) =>
  (brand: BrandKey, hostname: string, language: Language): Omit<PortalConfig, 'languages'> => ({
    brand: shownBrand(brandOfKey(config.vendor.brands, brand)),
    families: families().map((family) => shownFamily(family, config.vendor, language)),
    links: config.vendor.links,
    contacts: config.vendor.contacts,
    clients: config.vendor.clients,
    contactsClaim: config.vendor.contactsClaim,
    authenticationUrl: '/id/',
    signIn: config.oidc ? 'provider' : 'own',
    gateway: config.stripe ? 'stripe' : 'sandbox',
    publishableKey: config.stripe?.publishableKey ?? null,
    addressChange: config.addressChange,
    environment: config.developmentHosts.includes(hostname) ? 'development' : 'production',
    mailbox: hasMailbox(config, hostname),
    version: packageJson.version,
  });
