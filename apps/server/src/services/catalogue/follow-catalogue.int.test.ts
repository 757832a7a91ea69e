import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importCatalogue } from '../../../test/import-catalogue.ts';
import { loadCatalogue } from '../../adapters/postgres/catalogue-store.ts';
import { followCatalogue } from '../../compose/catalogue.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.stop());

test('[INV-3] a server takes over what another one imported, once each time', async () => {
  const taken: Catalogue[] = [];
  const follow = followCatalogue(h.database, (catalogue) => taken.push(catalogue));
  await follow();
  await follow();
  expect(taken).toHaveLength(1);
  const there = await loadCatalogue(h.database);
  const [plan, ...others] = there.plans;
  await importCatalogue(h.database, { ...there, plans: plan ? [{ ...plan, name: 'Renamed' }, ...others] : [] });
  await follow();
  await follow();
  expect(taken).toHaveLength(2);
  expect(taken[1]?.plans.find(({ id }) => id === plan?.id)?.name).toBe('Renamed');
});
