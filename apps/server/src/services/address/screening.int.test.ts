import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { boston, portland } from '../../../test/customers.ts';
import { jo, mailsOf, offersScope, reviewOf, reviewStatus } from '../../../test/export-reviews.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { makeLicenceHolder } from '../../../test/licences.ts';
import { codeOf, redeemPromotion } from '../../../test/promotions.ts';
import { makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

const havana = { ...boston, country: 'CU', city: 'Havana', state: '', postalCode: '10400' };
const pyongyang = { ...boston, country: 'KP', city: 'Pyongyang', state: '', postalCode: '' };
const STATEMENT = '/api/subscription/entitlements/statement';

const move = (customer: Customer, to: typeof boston) =>
  h.operator.changeAddress(customer.accountId, { typed: to, ignoreValidation: true }, jo);
const statement = ({ client }: Customer) => client.get(STATEMENT);
const citiesOf = async ({ client }: Customer) =>
  (await client.get<{ city: string }[]>('/api/auth/me/addresses')).body.map(({ city }) => city);
const exportStatusOf = async (customer: Customer) => (await reviewStatus(customer)).status;
const isHeld = async (customer: Customer): Promise<void> => {
  expect(await reviewStatus(customer)).toMatchObject({ isPending: true, status: 'pending', held: [] });
  await reviewOf(h, customer);
  expect(await offersScope(customer)).toBe(false);
  expect(await refusal(statement(customer))).toEqual([403, 'NEEDS_REVIEW']);
};

const makeTrial = async () => {
  const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
  await makePurchase(ada, { planId: 'pln_scope_ultimate', trial: true });
  return ada;
};

describe('[EX-01] an operator moves a customer to a country that needs a review (D7)', () => {
  test.each<[string, () => Promise<Customer>]>([
    [
      'a paid scope plan',
      async () => {
        const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
        await makePurchase(ada, { planId: 'pln_scope_ultimate', interval: 'yearly' });
        return ada;
      },
    ],
    ['a scope trial', makeTrial],
    ['a perpetual licence', async () => (await makeLicenceHolder(h)).customer],
    [
      'a promotion that gives scope',
      async () => {
        const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
        expect((await redeemPromotion(ada, await codeOf(ada, '2-series'))).status).toBe(201);
        return ada;
      },
    ],
  ])('with %s: the review is open, the claim is gone and the statement is refused', async (_held, make) => {
    const ada = await make();
    expect((await statement(ada)).status).toBe(200);
    const plans = (await h.subscriptions(ada)).map(({ id, status }) => [id, status]);
    const receipts = (await h.receipts(ada)).length;
    await move(ada, havana);
    await isHeld(ada);
    expect(mailsOf(h, ada)).toContainEqual(['review_opened', null]);
    expect(
      (await h.subscriptions(ada)).map(({ id, status }) => [id, status]),
      'nothing ends',
    ).toEqual(plans);
    expect(await h.receipts(ada), 'nothing is refunded').toHaveLength(receipts);
    const [entry] = await h.database.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE account_id = $1 AND action = 'change_address'`,
      [ada.accountId],
    );
    expect(entry?.after).toMatchObject({ reviewId: await reviewOf(h, ada) });
  });

  test('cleared by an operator everything is back', async () => {
    const ada = await makeTrial();
    await move(ada, havana);
    await h.operator.clearReview(await reviewOf(h, ada), jo);
    expect(await offersScope(ada)).toBe(true);
    expect((await statement(ada)).status).toBe(200);
    await move(ada, { ...havana, city: 'Trinidad' });
    expect(await exportStatusOf(ada), 'the same country and name').toBe('cleared');
  });

  test('cleared, then moved to a country that the screening refuses: denied at once', async () => {
    const ada = await makeTrial();
    await move(ada, havana);
    await h.operator.clearReview(await reviewOf(h, ada), jo);
    await move(ada, pyongyang);
    expect(await exportStatusOf(ada)).toBe('denied');
    expect(await offersScope(ada)).toBe(false);
    expect(mailsOf(h, ada)).toContainEqual(['review_denied', null]);
  });

  test('cleared without a scope plan, then moved: screened at the next order', async () => {
    const ada = await h.makeCustomer({ exportStatus: 'cleared', clock: START });
    await move(ada, { ...havana, lastName: 'Lovelace' });
    expect(await exportStatusOf(ada)).toBe('none');
    expect(await refusal(ada.client.post('/api/subscription/subscriptions', { planId: 'pln_scope_free' }))).toEqual([
      403,
      'NEEDS_REVIEW',
    ]);
  });

  test('to a country that the screening refuses: denied at once, with the mail', async () => {
    const ada = await makeTrial();
    await move(ada, pyongyang);
    expect(await exportStatusOf(ada)).toBe('denied');
    expect(await refusal(statement(ada))).toEqual([403, 'EXPORT_DENIED']);
    expect(mailsOf(h, ada)).toContainEqual(['review_denied', null]);
  });

  test('while a review waits there is no second one', async () => {
    const ada = await makeTrial();
    await move(ada, havana);
    await move(ada, { ...havana, city: 'Trinidad' });
    await isHeld(ada);
    expect(mailsOf(h, ada).filter(([template]) => template === 'review_opened')).toHaveLength(1);
  });

  test.each(['drive', 'nothing'] as const)('with %s only: screened at the next order', async (held) => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
    if (held === 'drive') await makePurchase(ada, starterYearly);
    await move(ada, havana);
    expect(await exportStatusOf(ada)).toBe('none');
    expect(await refusal(ada.client.post('/api/subscription/subscriptions', { planId: 'pln_scope_free' }))).toEqual([
      403,
      'NEEDS_REVIEW',
    ]);
  });

  test('to a country without a review nothing happens', async () => {
    const ada = await makeTrial();
    await move(ada, portland);
    expect(await exportStatusOf(ada)).toBe('none');
  });

  test('a scope plan that begins while the operator asks: refused, and nothing is stored', async () => {
    const ada = await h.makeCustomer({ clock: START });
    let moving: Promise<unknown> = Promise.resolve();
    await h.database.transaction(async (sql) => {
      await sql.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [ada.accountId]);
      moving = move(ada, havana).catch((error: unknown) => error);
      await expect
        .poll(() =>
          h.database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1);
      await sql.query(
        `INSERT INTO subscriptions (id, account_id, product, plan_id, price_id, unit_amount_cents, status, source, term,
           billing_anchor, current_period_start, ever_paid)
         SELECT 'sub_meanwhile', $1, 'scope', plan_id, id, 0, 'active', 'free', 'open_ended', now(), now(), false
         FROM plan_prices WHERE plan_id = 'pln_scope_free' AND active LIMIT 1`,
        [ada.accountId],
      );
    });
    expect(await moving).toMatchObject({ type: 'OPERATION_IN_PROGRESS' });
    expect(await citiesOf(ada)).toEqual(['Boston']);
    await move(ada, havana);
    await isHeld(ada);
  });

  test.each(['before', 'after'] as const)(
    'address and review are stored together, also when the connection is lost %s a statement',
    async (how) => {
      await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer } = await makeLicenceHolder(h);
          await underFault(() => move(customer, havana)).catch(() => undefined);
          const isMoved = (await citiesOf(customer)).length > 1;
          expect(await exportStatusOf(customer), label).toBe(isMoved ? 'pending' : 'none');
        },
        { stride: 2 },
      );
    },
  );
});

describe('[EX-01] customers who change their address themselves (D15)', () => {
  let self: Harness;
  beforeAll(async () => {
    self = await startHarness({ addressSelfChange: true });
  });
  afterEach(() => self.log.expectQuiet());
  afterAll(() => self.stop());

  test('are screened at once while they hold a scope plan', async () => {
    const ada = await self.makeCustomer({ card: 'tok_visa', clock: START });
    await makePurchase(ada, { planId: 'pln_scope_ultimate', trial: true });
    const added = await ada.client.post('/api/auth/me/addresses', { ...havana, ignoreValidation: true });
    expect(added.status, added.text).toBe(201);
    expect(await reviewStatus(ada)).toMatchObject({ isPending: true, status: 'pending' });
    expect(await offersScope(ada)).toBe(false);
    expect(await refusal(statement(ada))).toEqual([403, 'NEEDS_REVIEW']);
    expect(mailsOf(self, ada)).toContainEqual(['review_opened', null]);
  });
});

test('[EX-01] the first address of a licence holder is screened too', async () => {
  const { customer } = await makeLicenceHolder(h, { address: null, card: null });
  const added = await customer.client.post('/api/auth/me/addresses', { ...havana, ignoreValidation: true });
  expect(added.status, added.text).toBe(201);
  await isHeld(customer);
});
