import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeCode, redeem } from '../../test/codes.ts';
import { jo, makeScreenedCustomer, plansOf, reviewOf } from '../../test/export-reviews.ts';
import type { Customer } from '../../test/harness.ts';
import { amounts, makeHolder } from '../../test/shop.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { useShop } from '../../test/use-harness.ts';
import { importAtStart } from '../compose/catalogue.ts';
import { runCommand } from './run-command.ts';

/** Output of `import-catalogue` about plans that the folder leaves out, and their current customers (INV-3). */

const VENDORS = join(import.meta.dirname, '../../../../catalog');
const h = useShop();

const folder = makeTempFolder('catalogue');
const importOf = (path: string) =>
  runCommand(
    ['import-catalogue', '--folder', path, '--reason', 'next season', '--by', 'jo@vendor.example'],
    async () => h.operator,
  );

afterEach(async () => {
  expect((await importOf(VENDORS)).code).toBe(0);
  folder.remove();
});

interface Plan {
  readonly id: string;
  readonly packages?: readonly string[];
  prices?: Record<string, number>;
}

const edit = <Content>(name: string, change: (content: Content) => unknown): void => {
  const file = join(folder.path, name);
  writeFileSync(file, JSON.stringify(change(parse(readFileSync(file, 'utf8')) as Content)));
};

/** The vendor's folder without Automotive and its package, drive Pro by the month, an extension and a promotion. */
const withoutSome = (proYearlyCents = 59_976): void => {
  cpSync(VENDORS, folder.path, { recursive: true });
  edit<Record<string, Plan[]>>('plans.yaml', ({ drive = [], scope = [], ...others }) => ({
    ...others,
    drive: drive.map((plan) => (plan.id === 'pln_drive_pro' ? { ...plan, prices: { yearly: proYearlyCents } } : plan)),
    scope: scope
      .filter(({ id }) => id !== 'pln_scope_automotive')
      .map((plan) => ({ ...plan, packages: plan.packages?.filter((name) => name !== 'automotive') })),
  }));
  edit<{ packages: { id: string }[] }>('features.yaml', ({ packages, ...others }) => ({
    ...others,
    packages: packages.filter(({ id }) => id !== 'automotive'),
  }));
  edit<{ id: string }[]>('maintenance.yaml', ([, ...others]) => others);
  edit<{ name: string }[]>('promotions.yaml', (all) => all.filter(({ name }) => name !== '2-series'));
};

const entitlementsOf = async ({ client }: Customer) => {
  const { body } = await client.get<{ entitlements: { planId: string; features: string[]; addOns: string[] }[] }>(
    '/api/subscription/entitlements/statement',
  );
  return body.entitlements.map(({ planId, features, addOns }) => ({ planId, features, addOns }));
};

test('[INV-3] [BY-08] plans that the folder leaves out are named and recorded; their customers keep plan and features, and renew', async () => {
  const { customer } = await makeHolder(h, { planId: 'pln_scope_automotive_monthly' });
  const before = await entitlementsOf(customer);
  expect(before[0]?.features).toContain('ft_proautomotive');
  expect(before[0]?.addOns).toHaveLength(1);
  const [extension] = parse(readFileSync(join(VENDORS, 'maintenance.yaml'), 'utf8')) as { id: string }[];

  const prepaid = await makeCode(h, { type: 'Prepaid', planId: 'pln_scope_automotive', months: 12 });

  withoutSome();
  const { code, out } = await importOf(folder.path);
  expect([code, ...out]).toEqual([
    0,
    expect.stringMatching(/^Imported\. On sale now: \d+ plans, \d+ prices, none of them new\./),
    expect.stringMatching(
      /^No longer sold: plans pln_scope_automotive\. Customers who have one keep it, with its features,/,
    ),
    expect.stringMatching(/^No longer sold: intervals pln_drive_pro_monthly\./),
    expect.stringMatching(`^No longer sold: maintenance extensions ${extension?.id}\\.`),
    expect.stringMatching(/^No longer sold: promotions prm_2-series\./),
  ]);
  const [record] = await h.database.query<{ after: object }>(
    `SELECT after FROM audit_log WHERE action = 'import_catalogue' ORDER BY wall_at DESC, id DESC LIMIT 1`,
  );
  expect(record?.after).toMatchObject({
    offSale: {
      plans: ['pln_scope_automotive'],
      intervals: ['pln_drive_pro_monthly'],
      maintenanceExtensions: [extension?.id],
      promotions: ['prm_2-series'],
    },
  });

  expect(await entitlementsOf(customer)).toEqual(before);
  await h.advance(customer, { until: 'next_renewal' });
  expect(await amounts(h, customer)).toHaveLength(2);
  expect(await entitlementsOf(customer)).toEqual(before);
  const late = await (await h.makeCustomer({ card: 'tok_visa' })).client.post('/api/subscription/subscriptions', {
    planId: 'pln_scope_automotive_monthly',
  });
  expect(late.status).toBe(400);
  expect((await redeem(await h.makeCustomer(), prepaid)).status).toBe(201);

  const again = await importOf(folder.path);
  expect(again.out).toHaveLength(1);
});

test('[OP-03] the numbers count what is on sale, and a price that is new is named with its amount', async () => {
  const onSale = ({ out }: { out: readonly string[] }) =>
    (/On sale now: (\d+) plans, (\d+) prices/.exec(out[0] ?? '') ?? []).slice(1).map(Number);
  const [plans = 0, prices = 0] = onSale(await importOf(VENDORS));
  // without the two of Scope Base, which is kept for those who have it
  expect([plans, prices]).toEqual([21, 32]);
  withoutSome(61_000);
  const dearer = await importOf(folder.path);
  // Automotive goes with the prices it has; Pro by the month goes, and by the year it has another one
  expect(onSale(dearer)[0]).toBe(plans - 1);
  expect(onSale(dearer)[1]).toBeLessThan(prices - 1);
  expect(dearer.out[0]).not.toContain('none of them new');
  expect(dearer.out[1]).toBe('New price: pln_drive_pro_yearly for $610.00.');
});

const importedTaxes = async (text: string) => {
  cpSync(VENDORS, folder.path, { recursive: true });
  writeFileSync(join(folder.path, 'tax-rates.yaml'), text);
  return importOf(folder.path);
};

test('[PY-06] [OP-03] places that lose their tax rate are named', async () => {
  await importOf(VENDORS);
  const none = await importedTaxes('[]');
  expect(none.out.slice(1)).toEqual([
    expect.stringMatching(/^No tax rate any more: US MA, US MA 02, US NY, .*US TX 787\. /),
  ]);
  expect((await importedTaxes('[]')).out).toHaveLength(1);
  const one = '- { country: US, state: MA, percent: 6.25, from: 2020-01-01';
  expect((await importedTaxes(`${one} }`)).out).toHaveLength(1);
  expect((await importedTaxes(`${one}, to: 2021-01-01 }`)).out[1]).toMatch(/^No tax rate any more: US MA\. /);
});

test.each([
  ['prefix: xx, percent: 1, from: 2020-01-01', 'tax rate of US xx: has a prefix that no postal code of its country'],
  ['state: MA, prefix: "10", percent: 1, from: 2020-01-01', 'US MA 10: has a prefix that no postal code of its state'],
  ['percent: 8.12345678, from: 2020-01-01', 'must have four decimal places at most'],
  ['percent: 8.82, from: 2020-01-01T00:00:00Z, to: 2020-01-01T12:00:00Z', 'must be a day such as 2027-01-31'],
])('[PY-06] a tax rate with %s is refused', async (row, why) => {
  const { code, out } = await importedTaxes(`- { country: US, ${row} }`);
  expect([code, out.join('\n')]).toEqual([1, expect.stringContaining(why)]);
});

test('[INV-3] a server that starts with such a folder says so too', async () => {
  withoutSome(60_000);
  expect((await importAtStart(h.database, folder.path)).offSale.plans).toEqual(['pln_scope_automotive']);
  expect((await importAtStart(h.database, folder.path)).offSale.plans).toEqual([]);
});

test('[EX-01] a promotion on hold is given though it and its plans went off sale meanwhile', async () => {
  const customer = await makeScreenedCustomer(h, { card: 'tok_visa' });
  const { body } = await customer.client.get<{ promoCode: string }>(
    '/api/subscription/promotion/account?promotionName=tbs1k',
  );
  await customer.client.post('/api/subscription/promotion', { promoCode: body.promoCode });
  cpSync(VENDORS, folder.path, { recursive: true });
  edit<Record<string, Plan[]>>('plans.yaml', (products) =>
    Object.fromEntries(
      Object.entries(products).map(([name, plans]) => [name, plans.filter(({ id }) => !id.endsWith('promotional'))]),
    ),
  );
  edit<{ name: string }[]>('promotions.yaml', (all) => all.filter(({ name }) => name === 'portal'));
  expect((await importOf(folder.path)).out.join()).toContain('prm_tbs1k. Customers keep what one granted');
  expect((await h.operator.clearReview(await reviewOf(h, customer), jo)).applied).toEqual(['tbs1k']);
  expect(await plansOf(h, customer)).toEqual(['pln_drive_starterpromotional', 'pln_scope_starterpromotional']);
});

interface FamilyEntry {
  readonly key: string;
  readonly liveSubscriptions?: string;
}

const familiesNow = () =>
  h.database.query<{ key: string; kind: string; sortOrder: number }>(
    'SELECT key, kind, sort_order FROM families ORDER BY sort_order, key',
  );

test('a family that the folder adds is stored; one that it leaves out stays with its plans, off sale', async () => {
  cpSync(VENDORS, folder.path, { recursive: true });
  const lab = { key: 'lab', name: { en: 'Lab', de: 'Labor' }, kind: 'plans', liveSubscriptions: 'several' };
  edit<FamilyEntry[]>('families.yaml', (all) => [lab, ...all.filter(({ key }) => key !== 'iot')]);
  edit<Record<string, unknown>>('plans.yaml', ({ iot: _iot, ...others }) => ({
    ...others,
    lab: [{ id: 'pln_lab_small', name: 'Small', prices: { monthly: 100 } }],
  }));
  const { code, out } = await importOf(folder.path);
  expect([code, out.join()]).toEqual([0, expect.stringContaining('No longer sold: plans pln_iot_')]);
  expect(await familiesNow()).toEqual([
    { key: 'lab', kind: 'plans', sortOrder: 0 },
    { key: 'drive', kind: 'plans', sortOrder: 1 },
    { key: 'scope', kind: 'tiers', sortOrder: 2 },
    { key: 'iot', kind: 'metered', sortOrder: 3 },
  ]);
});

test('a family with subscriptions keeps its number of live subscriptions; one without may change it', async () => {
  await makeHolder(h, { planId: 'pln_scope_automotive_monthly' });
  const change = async (family: string, liveSubscriptions: string) => {
    cpSync(VENDORS, folder.path, { recursive: true });
    edit<FamilyEntry[]>('families.yaml', (all) =>
      all.map((entry) => (entry.key === family ? { ...entry, liveSubscriptions } : entry)),
    );
    const { code, out } = await importOf(folder.path);
    return [code, out.join()];
  };
  expect(await change('scope', 'one')).toEqual([
    1,
    expect.stringContaining(
      'scope: liveSubscriptions is several and cannot become one, because there are subscriptions',
    ),
  ]);
  expect(await change('iot', 'several')).toEqual([0, expect.stringContaining('Imported.')]);
});

test('a folder that is a file, or none, is refused with its whole path', async () => {
  for (const name of ['plans.yaml', 'no-such-folder']) {
    const { code, out } = await importOf(join(VENDORS, name));
    expect([code, out.join('\n')]).toEqual([
      1,
      expect.stringContaining(`${join(VENDORS, name, 'plans.yaml')} is refused`),
    ]);
    expect(out.join('\n')).toContain('There is no such file');
  }
});
