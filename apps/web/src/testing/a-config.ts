import { demoBrands } from '@foyer/contract/api/demo-brands';
import type { PortalConfig } from '@foyer/contract/api/portal-config';

export const aConfig = (overrides: Partial<PortalConfig> = {}): PortalConfig => ({
  brand: demoBrands.scope,
  links: {
    privacy: 'https://arcwave.example/privacy',
    settings: null,
    contacts: 'https://arcwave.example/contacts',
    feedback: null,
    support: null,
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
  },
  contactsClaim: 'trigger:list',
  contacts: {
    supportPhone: '+1 (800) 555-0142',
    supportEmail: 'help@arcwave.example',
    salesEmail: 'sales@arcwave.example',
  },
  clients: { drive: { name: 'Arcwave Drive', origin: 'https://drive.arcwave.example' } },
  authenticationUrl: '/id/',
  signIn: 'own',
  gateway: 'stripe',
  publishableKey: 'pk_test_page',
  addressChange: 'support',
  languages: ['en', 'de'],
  environment: 'production',
  version: '1.0.651',
  ...overrides,
});
