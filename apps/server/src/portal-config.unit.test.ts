import type { Family } from '@foyer/domain/catalogue/family';
import { aPlan } from '@foyer/domain/testing/catalogue';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { demoVendor } from '../test/demo-vendor.ts';
import { portalConfigFor } from './portal-config.ts';

const lab: Family = {
  key: 'scope',
  kind: 'tiers',
  names: { en: 'Scope', de: 'Oszilloskop' },
  liveSubscriptions: 'several',
  hasMaintenance: true,
  exportControl: true,
  claim: 'tron',
  limits: [],
  sortOrder: 0,
};

const facts = {
  vendor: demoVendor,
  oidc: null,
  stripe: null,
  smtp: null,
  addressChange: 'support',
  developmentHosts: ['localhost', 'drive.localhost'],
} as const;

const configAt = portalConfigFor(facts, () => ({ families: [lab], plans: [] }));

test.each([
  ['localhost', 'development', true],
  ['drive.localhost', 'development', true],
  ['unknown.localhost', 'production', false],
])('[SH-14] at %s the environment is %s', (hostname, environment, mailbox) => {
  expect(configAt('scope', hostname, 'en')).toMatchObject({ environment, mailbox });
});

test('[SH-14] the page gets the version of package.json', () => {
  expect(configAt('scope', 'localhost', 'en').version).toBe(packageJson.version);
});

test('[SH-08] the drive brand of the demo has Feedback and Support instead of a launcher', () => {
  expect(configAt('scope', 'localhost', 'en').brand).toMatchObject({ hasLauncher: true, hasFeedback: false });
  expect(configAt('drive', 'localhost', 'en').brand).toMatchObject({ hasLauncher: false, hasFeedback: true });
});

test('[SH-17] the page gets each family in its language, with the links of the brands file', () => {
  const [english] = configAt('scope', 'localhost', 'en').families;
  expect(english).toMatchObject({ name: 'Scope', several: true, app: 'https://scope.arcwave.example/' });
  expect(english?.menu.map(({ key }) => key)).toEqual(['install', 'update-license', 'packages', 'help']);
  expect(configAt('scope', 'localhost', 'de').families).toMatchObject([
    { name: 'Oszilloskop', description: 'Oszilloskop-Analyse am Desktop' },
  ]);
});

test('[SH-17] a family without colour and icon in the brands file gets neutral ones, not those of another vendor', () => {
  const plain = portalConfigFor({ ...facts, vendor: { ...demoVendor, families: {} } }, () => ({
    families: [lab],
    plans: [],
  }));
  const [family] = plain('scope', 'localhost', 'en').families;
  const [own] = configAt('scope', 'localhost', 'en').families;
  expect(family).toMatchObject({ color: '#3d4350', icon: expect.arrayContaining([expect.any(String)]) });
  expect(own).toMatchObject({ color: '#4a44d0' });
  expect(family?.icon).not.toEqual(own?.icon);
});

test.each([
  [[], false],
  [[aPlan()], false],
  [[aPlan(), aPlan({ id: 'pln_scope_base', isLegacy: true, active: false })], true],
])('[LG-02] the page knows whether the catalogue has legacy plans: case %#', (plans, hasLegacyPlans) => {
  const config = portalConfigFor(facts, () => ({ families: [lab], plans }))('scope', 'localhost', 'en');
  expect(config).toMatchObject({ hasLegacyPlans });
});
