import type { PortalConfig } from './portal-config.ts';

/**
 * The two brands of the demo vendor: what the server tells the page, and what the tests of the page take for granted.
 * Brand is configuration: names, flags, links and contacts, no code.
 */
export const demoBrands: Record<PortalConfig['brand']['key'], PortalConfig['brand']> = {
  scope: {
    key: 'scope',
    name: 'Arcwave Scope',
    vendor: 'Arcwave',
    product: 'Scope',
    secondTab: 'security',
    hasLauncher: true,
    hasFeedback: false,
    canClose: false,
    trialDays: 30,
    products: ['scope', 'drive', 'iot'],
  },
  drive: {
    key: 'drive',
    name: 'Arcwave Drive',
    vendor: 'Arcwave',
    product: 'Drive',
    secondTab: 'subscription',
    hasLauncher: false,
    hasFeedback: true,
    canClose: true,
    trialDays: 14,
    products: ['drive', 'scope', 'iot'],
  },
};
