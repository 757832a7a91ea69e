import type { PortalConfig, ShownFamily } from '@foyer/contract/api/portal-config';
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
    color: color ?? null,
    icon: icon ?? null,
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
