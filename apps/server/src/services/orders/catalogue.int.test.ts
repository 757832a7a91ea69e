import { join } from 'node:path';
import type { Plan as PlanView } from '@foyer/contract/api/shapes';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { type Catalogue, type Plan, pricesOnSale } from '@foyer/domain/catalogue/catalogue';
import { lintCatalogue } from '@foyer/domain/catalogue/lint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importCatalogue } from '../../../test/import-catalogue.ts';
import { readCatalogueFile } from '../../adapters/catalogue-files.ts';
import { loadCatalogue } from '../../adapters/postgres/catalogue-store.ts';
import { formatBytes } from '../catalogue/format-bytes.ts';

/** Expected catalogue, row by row. Change a row only when the vendor decides on another plan or price. */
const design = `
pln_drive_free                | Basic                                | free $0.00 (6 months)                    | 2 GB, 1 key, contribute, basic
pln_drive_starter             | Starter                              | monthly $29.75, yearly $299.88           | 50 GB, 5 keys, contribute, trial
pln_drive_tier1               | Individual                           | monthly $39.50, yearly $398.16           | 200 GB, 10 keys, contribute, trial
pln_drive_pro                 | Pro                                  | monthly $59.50, yearly $599.76           | 600 GB, 25 keys, contribute, trial
pln_drive_tier2               | Business                             | monthly $69.50, yearly $700.56           | 600 GB, 50 keys, unlimited, trial
pln_drive_ultimate            | Ultimate                             | monthly $89.25, yearly $899.64           | 1 TB, 100 keys, unlimited, trial
pln_drive_enterprise          | Enterprise                           | -                                        | 2 TB, unlimited, contact for pricing
pln_drive_portal              | Portal User Plan 200                 | monthly $0.00                            | 200 MB, contribute, one-time offer, never ends
pln_drive_starterpromotional  | Starter                              | yearly $0.00                             | 50 GB, 5 keys, contribute, promotional
pln_scope_base                | Base                                 | monthly $15.00, yearly $151.20           | at most 10, legacy, inactive
pln_scope_free                | Basic                                | free $0.00 (6 months)                    | at most 10, basic, hidden
pln_scope_starter             | Starter                              | monthly $20.00, yearly $201.00           | at most 10, trial
pln_scope_serialdecode        | Serial Decode (Professional)         | monthly $35.00, yearly $352.80           | at most 10, trial
pln_scope_power               | Power (Professional)                 | monthly $35.00, yearly $352.80           | at most 10, trial
pln_scope_milgov              | Aerospace and Defense (Professional) | monthly $35.00, yearly $352.80           | at most 10, trial
pln_scope_automotive          | Automotive (Professional)            | monthly $35.00, yearly $352.80           | at most 10, trial
pln_scope_ultimate            | Ultimate                             | monthly $50.00, yearly $504.00           | at most 10, trial
pln_scope_starterpromotional  | Starter                              | yearly $0.00                             | at most 10, promotional
pln_scope_ultimatepromotional | Ultimate                             | yearly $0.00                             | at most 10, promotional
pln_iot_individual            | Individual                           | monthly $10.00, yearly $100.80           | trial
pln_iot_student               | Student                              | monthly $5.00, yearly $50.40             | email at .edu
pln_iot_enterprise            | Enterprise                           | -                                        | custom billing
`;

/** Not so many words in the table: the length of a period where the name of the interval does not say it. */
const monthsIn = { free: ' (6 months)' } as Record<string, string>;

const nameOf = ({ displayName, tierName }: Plan): string =>
  displayName === tierName ? displayName : `${displayName.slice(`${tierName}: `.length)} (${tierName})`;

const pricesText = (catalogue: Catalogue, plan: Plan): string =>
  pricesOnSale(catalogue, plan.id)
    .map(({ interval, amountCents }) => `${interval} ${formatCents(amountCents)}${monthsIn[interval] ?? ''}`)
    .join(', ') || '-';

const details = (plan: Plan): string =>
  [
    plan.storageBytes !== null && formatBytes(plan.storageBytes),
    plan.accessKeyLimit !== null && `${plan.accessKeyLimit} ${plan.accessKeyLimit === 1 ? 'key' : 'keys'}`,
    plan.sharingType,
    plan.maxLive !== null && `at most ${plan.maxLive}`,
    plan.isBasic && 'basic',
    plan.isLegacy && 'legacy',
    plan.isPromotional && 'promotional',
    plan.isHidden && 'hidden',
    !plan.active && 'inactive',
    plan.hasTrial && 'trial',
    plan.oneTimeOffer && 'one-time offer',
    plan.noExpiry && 'never ends',
    plan.contactForPricing && 'contact for pricing',
    plan.customBilling && 'custom billing',
    plan.emailSuffix !== null && `email at ${plan.emailSuffix}`,
  ]
    .filter(Boolean)
    .join(', ');

const trimmed = (row: string): string[] => row.split('|').map((cell) => cell.trim());

describe('[SU-10] the demo catalogue', () => {
  let catalogue: Catalogue;
  beforeAll(async () => {
    catalogue = await readCatalogueFile(join(import.meta.dirname, '../../../../../catalog'));
  });

  test('holds every plan of the design with its tier, price, interval, size and flags, and no other', () => {
    const rows = catalogue.plans.map((plan) => [plan.id, nameOf(plan), pricesText(catalogue, plan), details(plan)]);
    expect(rows).toEqual(design.trim().split('\n').map(trimmed));
  });

  test('obeys its own rules, and the year costs 16 % less', () => {
    expect(lintCatalogue(catalogue)).toEqual([]);
    for (const { id } of catalogue.plans) {
      const [monthly, yearly] = ['monthly', 'yearly'].map(
        (interval) => pricesOnSale(catalogue, id).find((price) => price.interval === interval)?.amountCents,
      );
      // Scope Starter's year is the specification's and a little cheaper still.
      if (monthly && yearly && id !== 'pln_scope_starter') expect(yearly, id).toBe((12 * monthly * 84) / 100);
    }
  });

  test('[MA-02, MA-05] holds the extensions of maintenance of the design', () => {
    const rows = catalogue.maintenanceExtensions.map(({ category, name, durationMonths, amountCents }) => [
      category,
      name,
      durationMonths,
      amountCents,
    ]);
    expect(rows).toEqual([
      ['Starter', '1 Year Maintenance', 12, 16_000],
      ['Starter', '3 Years Maintenance', 36, 43_200],
      ['Professional', '1 Year Maintenance', 12, 28_000],
      ['Professional', '3 Years Maintenance', 36, 75_600],
      ['Ultimate', '1 Year Maintenance', 12, 40_000],
      ['Ultimate', '3 Years Maintenance', 36, 108_000],
    ]);
  });

  test('a scope plan’s short id is its last word', () => {
    const professional = catalogue.plans.filter(({ tierName }) => tierName === 'Professional');
    expect(professional.map(({ shortId, tierId }) => [shortId, tierId])).toEqual(
      ['serialdecode', 'power', 'milgov', 'automotive'].map((word) => [word, 'professional']),
    );
  });
});

describe('[SU-10] what is offered: all but hidden, inactive, promotional and one-time ones', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h.stop());

  test.each<[Product, string[]]>([
    ['drive', ['free', 'starter', 'tier1', 'pro', 'tier2', 'ultimate', 'enterprise']],
    ['scope', ['starter', 'serialdecode', 'power', 'milgov', 'automotive', 'ultimate']],
    ['iot', ['individual', 'student', 'enterprise']],
  ])('%s', async (product, shortIds) => {
    const customer = await h.makeCustomer();
    const { body } = await customer.client.get<{ plans: PlanView[] }>(`/api/subscription/plans?product=${product}`);
    expect(body.plans.map(({ id }) => id)).toEqual(shortIds.map((shortId) => `pln_${product}_${shortId}`));
  });
});

test('[MA-02] an extension that the files no longer name is sold no more; a changed amount holds for who buys then', async () => {
  const h = await startHarness();
  const there = await loadCatalogue(h.database);
  const [first, ...others] = there.maintenanceExtensions;
  const dearer = others.map((extension) => ({ ...extension, amountCents: extension.amountCents + 100 }));
  await importCatalogue(h.database, { ...there, maintenanceExtensions: dearer });
  const after = await loadCatalogue(h.database);
  expect(after.maintenanceExtensions).toEqual([{ ...first, active: false }, ...dearer]);
  await importCatalogue(h.database, there);
  expect((await loadCatalogue(h.database)).maintenanceExtensions).toEqual(there.maintenanceExtensions);
  await h.stop();
});

test('[PR-03] a promotion that the files no longer name is offered no more; who waits for it will get what it gave', async () => {
  const h = await startHarness();
  const before = await loadCatalogue(h.database);
  const promotion = (catalogue: Catalogue) => catalogue.promotions.find(({ name }) => name === '2-series');
  const grants = promotion(before)?.grants ?? [];
  expect(grants.length).toBeGreaterThan(0);
  await importCatalogue(h.database, {
    ...before,
    promotions: before.promotions.filter(({ name }) => name !== '2-series'),
  });
  expect(promotion(await loadCatalogue(h.database))).toMatchObject({ active: false, grants });
  await importCatalogue(h.database, before);
  expect(promotion(await loadCatalogue(h.database))).toEqual(promotion(before));
  await h.stop();
});
