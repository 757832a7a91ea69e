import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Payee } from './services/billing/views.ts';
import type { MailBrand } from './services/mail/layout.ts';

export type BrandKey = PortalConfig['brand']['key'];

/** The two brands of the demo vendor. Brand is configuration: names, flags, links and contacts, no code. */
export const defaultBrands: Record<BrandKey, PortalConfig['brand']> = {
  scope: {
    key: 'scope',
    name: 'Arcwave Scope',
    vendor: 'Arcwave',
    product: 'Scope',
    secondTab: 'security',
    hasLauncher: true,
    hasFeedback: false,
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
    trialDays: 14,
    products: ['drive', 'scope', 'iot'],
  },
};

export const defaultLinks: PortalConfig['links'] = {
  privacy: 'https://arcwave.example/privacy',
  settings: null,
  contacts: null,
  feedback: 'https://arcwave.example/feedback',
  support: 'https://arcwave.example/support',
  driveApp: 'https://drive.arcwave.example/',
  driveLearnMore: 'https://arcwave.example/drive',
  scopeLearnMore: 'https://arcwave.example/scope',
  survey: null,
};

export const defaultContacts: PortalConfig['contacts'] = {
  supportPhone: '+1 (800) 555-0142',
  supportEmail: 'support@arcwave.example',
  salesEmail: 'sales@arcwave.example',
};

/** Who receives the money, as it stands on every receipt. */
export const defaultPayee: Payee = {
  name: 'Arcwave Instruments, Inc.',
  address: ['4500 Beacon Way', 'Portland, OR 97205', 'United States'],
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
