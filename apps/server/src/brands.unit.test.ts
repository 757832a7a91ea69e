import { portalConfig } from '@foyer/contract/api/portal-config';
import { expect, test } from 'vitest';
import { demoVendor } from '../test/demo-vendor.ts';

const aConfig = () => ({
  brand: demoVendor.brands.scope,
  families: [],
  hasLegacyPlans: false,
  links: demoVendor.links,
  contacts: demoVendor.contacts,
  clients: demoVendor.clients,
  contactsClaim: demoVendor.contactsClaim,
  authenticationUrl: '/id/',
  signIn: 'own',
  addressChange: 'support',
  gateway: 'sandbox',
  publishableKey: null,
  languages: ['en', 'de'],
  environment: 'production',
  mailbox: true,
  version: '1.2.3',
});

test.each(['scope', 'drive'] as const)(
  '[SH-17] what the page of the brand %s is told is what the contract promises',
  (key) => {
    const brand = demoVendor.brands[key];
    expect(portalConfig.safeParse({ ...aConfig(), brand }).success).toBe(true);
  },
);

test.each([
  'http://drive.example',
  'https://drive.example/',
  'https://drive.example/path',
  'https://user@drive.example',
  'https://DRIVE.example',
  'drive.example',
  'javascript:alert(1)',
])('[SH-09] %s is no origin of a client', (origin) => {
  const clients = { drive: { name: 'Drive', origin } };
  expect(portalConfig.safeParse({ ...aConfig(), clients }).success).toBe(false);
});

test.each([
  ['https://survey.example/s/{id}', true],
  ['https://survey.example/s?id={id}', true],
  ['https://survey.example/', false],
  ['https://{id}.example/', false],
  ['https://{id}@survey.example/', false],
  ['http://survey.example/{id}', false],
  ['javascript:alert({id})', false],
])('[SH-15] %s as the place of surveys: %s', (survey, fine) => {
  expect(portalConfig.safeParse({ ...aConfig(), links: { ...demoVendor.links, survey } }).success).toBe(fine);
});
