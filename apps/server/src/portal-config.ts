import type { PortalConfig, ShownFamily } from '@foyer/contract/api/portal-config';
import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
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

/** Background of the icon of a family for which the brands file has none: neutral, so that it suits the colours of any brand. */
const DEFAULT_COLOR = '#3d4350';

/** Lines of the icons of families for which the brands file has none. */
const defaultIcons: Readonly<Record<FamilyKind, string[]>> = {
  tiers: ['M12 3l9 5-9 5-9-5z', 'M3 12.5l9 5 9-5', 'M3 17l9 5 9-5'],
  plans: ['M12 3l8 4.5v9L12 21l-8-4.5v-9z', 'M4 7.5l8 4.5 8-4.5', 'M12 12v9'],
  metered: [
    'M12 12h.01',
    'M8.5 15.5a5 5 0 0 1 0-7',
    'M15.5 8.5a5 5 0 0 1 0 7',
    'M5.5 18.5a9.2 9.2 0 0 1 0-13',
    'M18.5 5.5a9.2 9.2 0 0 1 0 13',
  ],
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
    color: color ?? DEFAULT_COLOR,
    icon: icon ?? defaultIcons[kind],
    app: app ?? null,
    learnMore: learnMore ?? null,
    confirmation: confirmation ?? null,
    helpEmail: helpEmail ?? null,
    menu: menu ?? [],
  };
};

/**
 * Makes the configuration of a page by brand, host name and language. The host name decides the environment (SH-14).
 * `currentCatalogue` returns the catalogue of the last import.
 */
export const portalConfigFor =
  (config: Facts, currentCatalogue: () => Pick<Catalogue, 'families' | 'plans'>) =>
  (brand: BrandKey, hostname: string, language: Language): Omit<PortalConfig, 'languages'> => ({
    brand: shownBrand(brandOfKey(config.vendor.brands, brand)),
    families: currentCatalogue().families.map((family) => shownFamily(family, config.vendor, language)),
    hasLegacyPlans: currentCatalogue().plans.some(({ isLegacy }) => isLegacy),
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
