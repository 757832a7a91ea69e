import type { PortalConfig } from '@foyer/contract/api/portal-config';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Brand, type BrandKey, brandOfKey } from './brands.ts';
import type { Config } from './config.ts';

type Facts = Pick<Config, 'vendor' | 'oidc' | 'stripe' | 'smtp' | 'addressChange' | 'developmentHosts'>;

/** True if the sandbox mailbox is available at a host name. */
export const hasMailbox = (
  { smtp, stripe, developmentHosts }: Pick<Facts, 'smtp' | 'stripe' | 'developmentHosts'>,
  hostname: string,
): boolean => smtp === null && stripe === null && developmentHosts.includes(hostname);

const shownBrand = ({ hosts: _hosts, accents: _accents, ...brand }: Brand): PortalConfig['brand'] => brand;

/** Makes the configuration of a page by brand and host name. The host name decides the environment (SH-14). */
export const portalConfigFor =
  (config: Facts) =>
  (brand: BrandKey, hostname: string): Omit<PortalConfig, 'languages'> => ({
    brand: shownBrand(brandOfKey(config.vendor.brands, brand)),
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
