import { createHash } from 'node:crypto';
import { aCatalogue } from '@foyer/domain/testing/catalogue';
import { aFeature, aPackage } from '@foyer/domain/testing/plan-contents';
import { expect, test } from 'vitest';
import { makeReadVendorCatalogue } from './import-catalogue.ts';

const hashesOf = async (content: Partial<ReturnType<typeof aCatalogue>>) => {
  const catalogue = { ...aCatalogue(), ...content };
  const read = makeReadVendorCatalogue({
    readCatalogue: async () => catalogue,
    readTaxRates: async () => [],
    factsOf: () => {
      throw new Error('without tax rates no country is asked for');
    },
  });
  return read('folder');
};

test('[INV-3] files without included features keep the hash of 3.0.0, so content that was replaced there stays replaced', async () => {
  const content = { features: [aFeature()], addOns: [aPackage()] };
  const { catalogue, contentHash } = await hashesOf(content);
  const [{ includes: _includes, ...feature }, { featureKey: _key, ...addOn }] = [aFeature(), aPackage()];
  const former = [{ ...catalogue, features: [feature], addOns: [addOn] }, []];
  expect(contentHash).toBe(createHash('sha256').update(JSON.stringify(former)).digest('hex'));
});

test('included features, and the feature of a package, are new content', async () => {
  const small = aFeature({ key: 'ft_small' });
  const { contentHash: plain } = await hashesOf({ features: [aFeature(), small], addOns: [aPackage()] });
  const { contentHash: including } = await hashesOf({
    features: [aFeature({ includes: ['ft_small'] }), small],
    addOns: [aPackage()],
  });
  const { contentHash: named } = await hashesOf({
    features: [aFeature(), small],
    addOns: [aPackage({ featureKey: 'ft_small' })],
  });
  expect(new Set([plain, including, named]).size).toBe(3);
});
