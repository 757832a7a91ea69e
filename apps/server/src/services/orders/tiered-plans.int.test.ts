import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Subscription } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

interface Answer {
  readonly plans: readonly TieredPlan[];
  readonly features: readonly Feature[];
  readonly trialDays: number;
}

const V2 = '/api/subscription/v2/plans';
const ORDERS = '/api/subscription/subscriptions';
const CLOCK = '2026-01-10T12:00:00.000Z';

const plansOf = async (customer: Customer, query: string): Promise<Answer> => {
  const { status, body, text } = await customer.client.get<Answer>(`${V2}${query}`);
  expect(status, text).toBe(200);
  return body;
};

const buy = async (customer: Customer, order: object): Promise<string> => {
  const bought = await customer.client.post<{ id: string }>(ORDERS, order);
  expect(bought.status, bought.text).toBe(201);
  return bought.body.id;
};

/** The relation of each plan as the flags that are set, by its short id. */
const flagsOf = (plans: readonly TieredPlan[]) =>
  Object.fromEntries(
    plans.map((plan) => {
      const names = ['isCurrent', 'isCurrentTier', 'isTrial', 'isTierTrial', 'isProTrial', 'isPrepaid'] as const;
      return [plan.shortId, names.filter((name) => plan[name])];
    }),
  );

describe('[SP-05] tiers, packages and features', () => {
  const starter = ['ft_baseapp', 'ft_basedecode', 'ft_basespectrum', 'ft_baseprogrammable', 'ft_singleremote'];
  const professional = (shortId: string) => [
    [...starter.slice(0, 3), `ft_pro${shortId}`],
    ['ft_baseprogrammable', 'ft_singleremote'],
  ];
  const packages = ['serialdecode', 'power', 'milgov', 'automotive'];

  test.each<[string, string, string[], string[][]]>([
    ['starter', 'Starter', [], [starter.slice(0, 4), starter.slice(4)]],
    ...packages.map((word): [string, string, string[], string[][]] => [
      word,
      'Professional',
      [word],
      professional(word),
    ]),
    [
      'ultimate',
      'Ultimate',
      packages,
      [
        [...starter.slice(0, 3), 'ft_proserialdecode'],
        ['ft_propower', 'ft_promilgov', 'ft_proautomotive', 'ft_baseprogrammable', 'ft_ultmultiremote'],
      ],
    ],
  ])('%s is %s', async (shortId, tierName, included, lists) => {
    const { plans } = await plansOf(await h.makeCustomer(), '?product=scope');
    const plan = plans.find((candidate) => candidate.shortId === shortId);
    expect(plan?.tierName).toBe(tierName);
    expect(plan?.addOnPackages.map(({ shortName, checked }) => [shortName, checked])).toEqual(
      included.map((word) => [word, true]),
    );
    expect([plan?.featureList1, plan?.featureList2]).toEqual(lists);
    expect([plan?.isStarter, plan?.isPro, plan?.isUltimate]).toEqual(
      ['Starter', 'Professional', 'Ultimate'].map((name) => name === tierName),
    );
  });

  test('[SP-01] every feature has its words, and those that need other software say how it is installed', async () => {
    const { plans, features } = await plansOf(await h.makeCustomer(), '?product=scope');
    const keys = new Set(plans.flatMap((plan) => plan.features));
    expect(features.map(({ key }) => key).sort()).toEqual([...keys].sort());
    const needing = features.filter(({ prerequisite }) => prerequisite !== null);
    expect(needing.map(({ key }) => key).sort()).toEqual([
      'ft_baseprogrammable',
      'ft_singleremote',
      'ft_ultmultiremote',
    ]);
    for (const { prerequisite } of needing) expect(prerequisite?.steps.length).toBeGreaterThan(0);
  });

  test('[SP-05] features say which smaller ones they include, and packages which feature they are', async () => {
    const { plans, features } = await plansOf(await h.makeCustomer(), '?product=scope');
    const including = features.filter(({ includes }) => includes.length > 0);
    expect(including.map(({ key, includes }) => [key, includes])).toEqual([['ft_ultmultiremote', ['ft_singleremote']]]);
    const ultimate = plans.find(({ shortId }) => shortId === 'ultimate');
    expect(ultimate?.addOnPackages.map(({ featureKey }) => featureKey)).toEqual(
      packages.map((word) => `ft_pro${word}`),
    );
  });

  test('the yearly saving is computed and never overstated: 16 %, also for Starter', async () => {
    const { plans, trialDays } = await plansOf(await h.makeCustomer({ brand: 'scope' }), '?product=scope');
    expect(plans.map(({ annualDiscount }) => annualDiscount?.percentOff)).toEqual(plans.map(() => 16));
    expect(trialDays).toBe(30);
  });

  test('the add-ons of one plan, by its id and by an interval id; an unknown plan is NOT_FOUND, in the words of the specification', async () => {
    const { client } = await h.makeCustomer();
    const addOns = async (id: string) => {
      const { status, body } = await client.get<{ addons?: { shortName: string }[] }>(
        `/api/subscription/plans/${id}/addons`,
      );
      return body.addons?.map(({ shortName }) => shortName) ?? status;
    };
    expect(await addOns('pln_scope_power')).toEqual(['power']);
    expect(await addOns('pln_scope_ultimate_monthly')).toEqual(packages);
    expect(await addOns('pln_scope_starter')).toEqual([]);
    expect(await addOns('pln_scope_gone')).toBe(404);
  });
});

describe('[SP-06] plans in relation to a subscription', () => {
  test('nothing bought, nothing related', async () => {
    const { plans } = await plansOf(await h.makeCustomer(), '?product=scope');
    expect(Object.values(flagsOf(plans)).flat()).toEqual([]);
  });

  test('paid: current and current tier; the one named counts, not another', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const power = await buy(customer, { planId: 'pln_scope_power' });
    const starter = await buy(customer, { planId: 'pln_scope_starter' });
    expect(flagsOf((await plansOf(customer, `?product=scope&subId=${power}`)).plans)).toEqual({
      starter: [],
      serialdecode: ['isCurrentTier'],
      power: ['isCurrent', 'isCurrentTier'],
      milgov: ['isCurrentTier'],
      automotive: ['isCurrentTier'],
      ultimate: [],
    });
    const alias = await plansOf(customer, `/${starter}`);
    expect(flagsOf(alias.plans)).toMatchObject({ starter: ['isCurrent', 'isCurrentTier'], power: [] });
  });

  test('on trial: trial, and professional trial for the other packages', async () => {
    const customer = await h.makeCustomer({ clock: CLOCK });
    await buy(customer, { planId: 'pln_scope_milgov', trial: true });
    const { plans } = await plansOf(customer, '?product=scope');
    expect(flagsOf(plans)).toMatchObject({
      milgov: ['isCurrent', 'isCurrentTier', 'isTrial', 'isTierTrial', 'isProTrial'],
      power: ['isCurrentTier', 'isTierTrial', 'isProTrial'],
      ultimate: [],
    });
    expect(plans.filter(({ hasTrial }) => hasTrial)).toEqual([]);
  });

  test('what is held for good is counted, also beside a trial that all is seen from (decision 15)', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    await buy(customer, { planId: 'pln_scope_starter' });
    await buy(customer, { planId: 'pln_scope_ultimate', trial: true });
    const { plans } = await plansOf(customer, '?product=scope');
    expect(flagsOf(plans)).toMatchObject({ starter: [], ultimate: expect.arrayContaining(['isTrial']) });
    expect(plans.flatMap(({ shortId, heldCount }) => (heldCount > 0 ? [[shortId, heldCount]] : []))).toEqual([
      ['starter', 1],
    ]);
  });

  test('what a cycle costs today is the price of changing the subscription named', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const starter = await buy(customer, { planId: 'pln_scope_starter' });
    const dueFor = async (query: string) => {
      const { plans } = await plansOf(customer, query);
      return plans.find(({ shortId }) => shortId === 'ultimate')?.billingCyclesHash.yearly?.amountDue;
    };
    expect(await dueFor('?product=scope')).toBe(50400);
    expect(await dueFor(`?product=scope&subId=${starter}`)).toBe(50400 - 20100);
  });

  test('[SP-07] an id of another account, product or nobody is NOT_FOUND, in the words of the specification', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const other = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const theirs = await buy(other, { planId: 'pln_scope_starter' });
    const drive = await buy(customer, { planId: 'pln_drive_starter' });
    for (const query of [`?product=scope&subId=${theirs}`, `?product=scope&subId=${drive}`, '/sub_gone']) {
      const { status, body } = await customer.client.get(`${V2}${query}`);
      expect([status, body.error.type, body.message], query).toEqual([404, 'NOT_FOUND', 'Invalid Subscription ID']);
    }
    expect((await customer.client.get(`${V2}?product=radio`)).status).toBe(400);
  });
});

describe('[IO-01] the IoT plans', () => {
  const withEmail = async (email: string, verified: boolean) => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    await h.database.query(
      `UPDATE users SET email = $2, email_verified_at = CASE WHEN $3 THEN now() END
       WHERE id = $1`,
      [customer.userId, email, verified],
    );
    return customer;
  };

  test('individual with a trial, student for .edu only, enterprise without a price', async () => {
    const { plans } = await plansOf(await h.makeCustomer(), '?product=iot');
    expect(
      plans.map((plan) => [
        plan.shortId,
        plan.hasTrial,
        plan.emailSuffix,
        plan.customBilling,
        plan.billingCycles.length,
      ]),
    ).toEqual([
      ['individual', true, null, false, 2],
      ['student', false, '.edu', false, 2],
      ['enterprise', false, null, true, 0],
    ]);
  });

  test.each([
    ['a verified .edu email', 'kim1@waves.edu', true, 201],
    ['in any letter case', 'kim2@Waves.EDU', true, 201],
    ['one that is not verified', 'kim3@waves.edu', false, 403],
    ['another one', 'kim4@waves.example', true, 403],
    ['one that only looks so', 'kim5@waves.edu.example', true, 403],
  ])('student with %s', async (_name, email, verified, status) => {
    const { client } = await withEmail(email, verified);
    const answer = await client.post<{ error?: object }>(ORDERS, { planId: 'pln_iot_student' });
    expect(answer.status, answer.text).toBe(status);
    if (status === 403)
      expect(answer.body.error).toMatchObject({ type: 'STUDENT_EMAIL_REQUIRED', emailSuffix: '.edu' });
  });

  test('[F5] enterprise is requested without card or address, and begins when it is accepted', async () => {
    const customer = await h.makeCustomer({ address: null, clock: CLOCK });
    const order = { planId: 'pln_iot_enterprise', interval: 'yearly' };
    const quote = await customer.client.post<object>(`${ORDERS}/preview`, order);
    expect(quote.body).toMatchObject({
      ...{ total: 0, amountDueCents: 0, paymentRequired: false, customBilling: true },
      ...{ newPeriodEnd: null, scheduledFor: null, coming: [] },
    });
    const requested = await customer.client.post<{ subscription: Subscription; receipt: unknown }>(ORDERS, order);
    expect(requested.status, requested.text).toBe(201);
    expect(requested.body.receipt).toBeNull();
    const open = {
      ...{ status: 'requested', entitled: false, effective: false, renews: false, renewable: false },
      ...{ expiry: null, currentPeriodEnd: null, plan: { amount: 0 } },
    };
    expect(requested.body.subscription).toMatchObject(open);
    await h.advance(customer, { to: '2026-04-01T00:00:00.000Z' });
    expect(await h.subscriptions(customer)).toMatchObject([open]);
    expect(flagsOf((await plansOf(customer, '?product=iot')).plans)).toMatchObject({ enterprise: [], individual: [] });

    const by = { actor: 'jo@vendor.example', reason: 'contract signed' };
    await h.operator.acceptRequest(requested.body.subscription.id, by);
    await h.advance(customer, { to: '2026-05-05T00:00:00.000Z' });
    expect(await h.subscriptions(customer)).toMatchObject([
      { status: 'active', entitled: true, renews: true, currentPeriodEnd: '2026-06-01T00:00:00.000Z' },
    ]);
    expect(await h.receipts(customer)).toEqual([]);
    const { plans } = await plansOf(customer, '?product=iot');
    expect(flagsOf(plans)).toMatchObject({ enterprise: ['isCurrent', 'isCurrentTier'], individual: [] });
  });

  test('[F5] a request beside a paid plan changes nothing of it, and the plan that is accepted replaces it', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const id = await buy(customer, { planId: 'pln_iot_individual', interval: 'monthly' });
    const [held] = await h.subscriptions(customer);
    const requested = await customer.client.patch<{ subscription: Subscription }>(`${ORDERS}/${id}`, {
      planId: 'pln_iot_enterprise',
    });
    expect(requested.body.subscription).toMatchObject({ status: 'requested', plan: { id: 'pln_iot_enterprise' } });
    const current = await h.subscriptions(customer);
    expect(current.find((row) => row.id === id)).toEqual(held);
    await h.advance(customer, { until: 'next_renewal' });
    expect(await h.charges(customer)).toHaveLength(2);
    const by = { actor: 'jo@vendor.example', reason: 'contract signed' };
    await h.operator.acceptRequest(requested.body.subscription.id, by);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', plan: { id: 'pln_iot_enterprise' } }]);
    expect((await h.account(customer)).balanceCents).toBe(-1083);
    expect(await h.ledgerCheck()).toEqual([]);
  });

  test('from an accepted enterprise to individual is a purchase at once', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
    const id = await buy(customer, { planId: 'pln_iot_enterprise' });
    await h.operator.acceptRequest(id, { actor: 'jo@vendor.example', reason: 'contract signed' });
    const paid = await customer.client.patch<{ subscription: Subscription }>(`${ORDERS}/${id}`, {
      planId: 'pln_iot_individual',
      interval: 'monthly',
    });
    expect(paid.body.subscription).toMatchObject({ id, status: 'active', plan: { id: 'pln_iot_individual' } });
    expect(await h.ledgerCheck()).toEqual([]);
  });
});

test('[SP-01] a professional plan with another package than its own is INVALID_PLAN, in preview and purchase', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
  const planId = 'pln_scope_serialdecode';
  for (const path of [ORDERS, `${ORDERS}/preview`]) {
    const refused = await customer.client.post(path, { planId, addOns: ['power'] });
    expect([refused.status, refused.body.error.type]).toEqual([400, 'INVALID_PLAN']);
  }
  const id = await buy(customer, { planId, addOns: ['serialdecode'] });
  const patched = await customer.client.patch(`${ORDERS}/${id}`, { addOns: ['nonsense'] });
  expect([patched.status, patched.body.error.type]).toEqual([400, 'INVALID_PLAN']);
  expect(await h.charges(customer)).toHaveLength(1);
});

test('[SP-01] tiers without packages to choose ignore addOns', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: CLOCK });
  const id = await buy(customer, { planId: 'pln_scope_starter', addOns: ['power'] });
  const [held] = await h.subscriptions(customer);
  expect(held).toMatchObject({ id, plan: { id: 'pln_scope_starter', amount: 20_100 } });
  const changed = await customer.client.patch<{ receipt: unknown }>(`${ORDERS}/${id}`, { addOns: ['power'] });
  expect([changed.status, changed.body.receipt]).toEqual([200, null]);
  expect(await h.charges(customer)).toHaveLength(1);
});
