import type { Promotion } from '@foyer/domain/promotions/promotion';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { berlin } from '../../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../../test/harness.ts';
import { codeOf, look, redemptions, type Taken, take } from '../../../../test/promotions.ts';
import { amounts, bought, expectAllRight, makeHolder, refusal, START, starterYearly } from '../../../../test/shop.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
// All customers of a test call from one address, and wrong codes are counted by address too.
beforeEach(async () => {
  await h.database.query('DELETE FROM rate_windows');
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const clocked = () => h.makeCustomer({ card: 'tok_visa', clock: START });
const taken = async (customer: Customer, name: string): Promise<Taken> => {
  const answer = await take(customer, await codeOf(customer, name));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const plans = ({ subscriptions }: Pick<Taken, 'subscriptions'>) => subscriptions.map(({ plan }) => plan.id);

describe('[PR-02] looking a promotion up', () => {
  test('2-series, with what it grants and what comes after it', async () => {
    const ada = await h.makeCustomer({ clock: START });
    const { body } = await look(ada, '2-series');
    expect(body.promoCode).toMatch(/^2-series:[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(body.promotion).toEqual({
      name: '2-series',
      collectPayment: true,
      months: 6,
      renewsOn: '2026-07-10T12:00:00.000Z',
      grants: [
        {
          product: 'drive',
          planId: 'pln_drive_starterpromotional',
          planName: 'Starter',
          storageSizeLimit: 50_000_000_000,
          amountAfter: 29_988,
        },
        {
          product: 'scope',
          planId: 'pln_scope_ultimatepromotional',
          planName: 'Ultimate',
          storageSizeLimit: null,
          amountAfter: 50_400,
        },
      ],
      downgrade: false,
    });
  });

  test.each([
    ['an alias', 'lexington'],
    ['any letter case', 'LexingTon'],
    ['base64', base64('lexington')],
    ['base64 without padding', base64('lexington').replace(/=+$/, '')],
    ['a name and an empty code', '2-series:'],
  ])('%s leads to it, and to the same code each time', async (_what, name) => {
    const ada = await h.makeCustomer();
    const code = await codeOf(ada, '2-series');
    expect(await codeOf(ada, name)).toBe(code);
    const [row] = await h.database.query('SELECT count(*)::int AS n FROM promotion_codes WHERE account_id = $1', [
      ada.accountId,
    ]);
    expect(row).toEqual({ n: 1 });
  });

  test('twenty looks at once make one code, and nobody else has the same', async () => {
    const [ada, eve] = [await h.makeCustomer(), await h.makeCustomer()];
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(ada, 'portal')));
    expect(new Set(codes).size).toBe(1);
    expect(await codeOf(eve, 'portal')).not.toBe(codes[0]);
  });

  test('a code that comes with the name is handed back to be posted, and no code is made', async () => {
    const ada = await h.makeCustomer();
    expect(await codeOf(ada, base64('lexington:ABC'))).toBe('2-series:ABC');
    expect(await h.database.query('SELECT 1 FROM promotion_codes WHERE account_id = $1', [ada.accountId])).toEqual([]);
  });

  test('[PR-04] more storage in use than the promotion gives is a downgrade', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    expect((await look(customer, '2-series')).body.promotion.downgrade).toBe(true);
    const { customer: eve } = await makeHolder(h, starterYearly);
    expect((await look(eve, '2-series')).body.promotion.downgrade).toBe(false);
    expect((await look(eve, 'portal')).body.promotion.downgrade).toBe(true);
  });

  test.each([
    ['an unknown name', '3-series'],
    ['half a letter of UTF-8', Buffer.from('2-series:\xc3', 'latin1').toString('base64')],
    ['a control character', '2-series\u0007'],
    ['513 bytes', 'x'.repeat(513)],
    ['nothing', ''],
  ])('[PR-05] %s: Promotion not found.', async (_what, name) => {
    const answer = await look(await h.makeCustomer(), name);
    expect([answer.status, answer.body.error.type, answer.body.message]).toEqual([
      404,
      'NOT_FOUND',
      'Promotion not found.',
    ]);
  });
});

describe('[PR-03] taking a promotion', () => {
  test('2-series: two subscriptions, free until July, then 324.62 and 545.58 are charged (S18)', async () => {
    const ada = await clocked();
    const body = await taken(ada, 'lexington');
    expect(plans(body)).toEqual(['pln_drive_starterpromotional', 'pln_scope_ultimatepromotional']);
    expect(body.transitionAtEnd).toBe(true);
    expect(body.subscriptions).toMatchObject([
      { type: 'Promotion', renews: true, renewalCents: 32_462, expiry: '2026-07-10T12:00:00.000Z', isPromo: true },
      { type: 'Promotion', renews: true, renewalCents: 54_558, expiry: '2026-07-10T12:00:00.000Z', isPromo: true },
    ]);
    expect((await h.receipts(ada)).map(({ status, totalCents }) => [status, totalCents])).toEqual([
      ['No Payment Necessary', 0],
      ['No Payment Necessary', 0],
    ]);
    expect((await h.account(ada)).nextPayment?.processedDate).toBe('2026-07-10T12:00:00.000Z');
    expect(await amounts(h, ada)).toEqual([]);

    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect((await amounts(h, ada)).sort()).toEqual([32_462, 54_558]);
    expect((await h.subscriptions(ada)).map(({ plan, type, expiry }) => [plan.id, type, expiry]).sort()).toEqual([
      ['pln_drive_starter', 'Credit Card', '2027-07-10T12:00:00.000Z'],
      ['pln_scope_ultimate', 'Credit Card', '2027-07-10T12:00:00.000Z'],
    ]);
  });

  test('S18 for accounts without a clock, done by the real worker', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    await taken(ada, '2-series');
    await h.database.query(
      `UPDATE subscriptions SET billing_anchor = billing_anchor - interval '7 months', current_period_start = current_period_start - interval '7 months',
         current_period_end = current_period_end - interval '7 months' WHERE account_id = $1`,
      [ada.accountId],
    );
    await h.database.query('UPDATE accounts SET next_action_at = now() WHERE id = $1', [ada.accountId]);
    await h.work.runDueWork();
    expect((await amounts(h, ada)).sort()).toEqual([32_462, 54_558]);
  });

  test('tbs1k: drive Starter and scope Starter for a year', async () => {
    const ada = await clocked();
    const body = await taken(ada, 'tbs1k');
    expect(plans(body)).toEqual(['pln_drive_starterpromotional', 'pln_scope_starterpromotional']);
    expect(body.promotion).toMatchObject({ months: 12, renewsOn: '2027-01-10T12:00:00.000Z' });
    await h.advance(ada, { to: '2027-01-11T00:00:00.000Z' });
    expect((await amounts(h, ada)).sort()).toEqual([21_758, 32_462]);
  });

  test('portal: 200 MB for ever, without address or card', async () => {
    const ada = await h.makeCustomer({ address: null, clock: START });
    const body = await taken(ada, 'portal');
    expect(body.transitionAtEnd).toBe(false);
    expect(body.subscriptions).toMatchObject([
      {
        plan: { id: 'pln_drive_portal', storageDisplay: '200 MB' },
        type: 'Promotion',
        currentPeriodEnd: null,
        expiry: null,
        expires: false,
        renews: false,
        isFreePromo: true,
        noExpiry: true,
        oneTimeOffer: true,
      },
    ]);
    await h.advance(ada, { to: '2028-02-01T00:00:00.000Z' });
    expect(plans({ subscriptions: await h.subscriptions(ada) })).toEqual(['pln_drive_portal']);
    const [only] = await h.subscriptions(ada);
    expect(
      await refusal(ada.client.patch(`/api/subscription/subscriptions/${only?.id}`, { cancelAtPeriodEnd: false })),
    ).toEqual([409, 'NOT_RENEWABLE']);
  });

  test('from portal for ever to a paid plan and away: a plan without an end is changed like any free one', async () => {
    const ada = await clocked();
    await taken(ada, 'portal');
    const answer = await ada.client.post('/api/subscription/subscriptions', starterYearly);
    expect(answer.status, answer.text).toBe(200);
    expect(await amounts(h, ada)).toEqual([32_462]);
    const eve = await h.makeCustomer({ address: null });
    const { subscriptions } = await taken(eve, 'portal');
    expect((await eve.client.delete(`/api/subscription/subscriptions/${subscriptions[0]?.id}`)).status).toBe(204);
    expect(await h.subscriptions(eve)).toEqual([]);
  });

  test('outside the U.S. no card is needed, and both just end', async () => {
    const ada = await h.makeCustomer({ address: berlin, clock: START });
    const body = await taken(ada, '2-series');
    expect(body.transitionAtEnd).toBe(false);
    expect(body.subscriptions.map(({ renews, renewalCents }) => [renews, renewalCents])).toEqual([
      [false, null],
      [false, null],
    ]);
    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect(await h.subscriptions(ada)).toEqual([]);
  });

  test('auto-renew turned off: nothing is charged when it ends', async () => {
    const ada = await clocked();
    for (const { id } of (await taken(ada, '2-series')).subscriptions)
      await ada.client.patch(`/api/subscription/subscriptions/${id}`, { cancelAtPeriodEnd: true });
    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect(await amounts(h, ada)).toEqual([]);
    expect(await h.subscriptions(ada)).toEqual([]);
  });

  test('a paid drive plan gives way, its unused days become credit (S19); a scope one stays', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await bought(customer, { planId: 'pln_scope_starter', interval: 'yearly' });
    await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
    await taken(customer, '2-series');
    expect(plans({ subscriptions: await h.subscriptions(customer) }).sort()).toEqual([
      'pln_drive_starterpromotional',
      'pln_scope_starter',
      'pln_scope_ultimatepromotional',
    ]);
    expect((await h.account(customer)).balance).toBe(-23_568);
  });

  test.each([
    ['the code alone', (code: string) => code.split(':')[1] ?? ''],
    ['name and code', (code: string) => code],
    ['the name in capitals', (code: string) => code.replace('portal', 'PORTAL')],
    ['base64 of name and code', (code: string) => base64(code)],
    ['base64 of the code alone', (code: string) => base64(code.split(':')[1] ?? '')],
    ['percent-encoded base64', (code: string) => encodeURIComponent(base64(code))],
  ])('[PR-02] %s is accepted', async (_what, write) => {
    const ada = await h.makeCustomer({ address: null });
    expect((await take(ada, write(await codeOf(ada, 'portal')))).status).toBe(201);
  });

  test('a code that is nobody’s is good once, for whoever comes first', async () => {
    await h.database.query(
      `INSERT INTO promotion_codes (code, promotion_id) VALUES ('OPEN-TO-ALL', 'prm_portal') ON CONFLICT DO NOTHING`,
    );
    const [ada, eve] = [await h.makeCustomer({ address: null }), await h.makeCustomer({ address: null })];
    expect((await take(ada, 'OPEN-TO-ALL')).status).toBe(201);
    expect(await refusal(take(eve, 'OPEN-TO-ALL'))).toEqual([400, 'INVALID']);
    expect(await redemptions(h, eve)).toEqual([]);
  });
});

describe('[PR-05] what is refused, in the order of api.md §4.4; nothing is written', () => {
  const nothingTaken = async (customer: Customer) => expect(await redemptions(h, customer)).toEqual([]);

  test.each([
    ['nothing', ''],
    ['a name without a code', '2-series'],
    ['an unknown code', '2-series:K7QMK7QMK7QMK7QM'],
    ['no text', Buffer.from('2-series:\xc3', 'latin1').toString('base64')],
    ['513 bytes', 'x'.repeat(513)],
  ])('INVALID: %s', async (_what, text) => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    expect(await refusal(take(ada, text))).toEqual([400, 'INVALID']);
    await nothingTaken(ada);
  });

  test('INVALID: the code of another account, of another promotion, and one that was revoked', async () => {
    const [ada, eve] = [await h.makeCustomer({ address: null }), await h.makeCustomer({ address: null })];
    const own = await codeOf(ada, 'portal');
    expect(await refusal(take(eve, own))).toEqual([400, 'INVALID']);
    expect(await refusal(take(ada, own.replace('portal', 'tbs1k')))).toEqual([400, 'INVALID']);
    await h.database.query(`UPDATE promotion_codes SET status = 'revoked' WHERE account_id = $1`, [ada.accountId]);
    expect(await refusal(take(ada, own))).toEqual([400, 'INVALID']);
    await nothingTaken(ada);
  });

  describe('a catalogue with other offers', () => {
    let limited: Harness;
    const day = 24 * 60 * 60 * 1000;
    const over: Record<string, Partial<Promotion>> = {
      '2-series': { validFrom: Date.now() + day },
      tbs1k: { validTo: Date.now() - day },
      portal: { maxRedemptions: 1 },
    };
    beforeAll(async () => {
      limited = await startHarness({
        catalogue: (loaded) => ({
          ...loaded,
          promotions: loaded.promotions.map((row) => ({ ...row, ...over[row.name] })),
        }),
      });
    });
    afterAll(() => limited.stop());

    test.each(['2-series', 'tbs1k'])(
      'PROMO_NOT_AVAILABLE: outside its dates, on a look and when taken: %s',
      async (name) => {
        const ada = await limited.makeCustomer({ card: 'tok_visa' });
        expect(await refusal(look(ada, name))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
        const code = `CODE-${name}`;
        await limited.database.query(
          'INSERT INTO promotion_codes (code, promotion_id, account_id) VALUES ($1, $2, $3)',
          [code, `prm_${name}`, ada.accountId],
        );
        expect(await refusal(take(ada, code))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
      },
    );

    test('PROMO_NOT_AVAILABLE: the last one goes to one of ten, and whoever has it is told so', async () => {
      const customers = await Promise.all(Array.from({ length: 10 }, () => limited.makeCustomer({ address: null })));
      const codes = await Promise.all(customers.map((customer) => codeOf(customer, 'portal')));
      const answers = await Promise.all(customers.map((customer, index) => take(customer, codes[index] ?? '')));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
      const winner = customers[answers.findIndex(({ status }) => status === 201)];
      if (!winner) throw new Error('one of them has it');
      expect(await refusal(look(winner, 'portal'))).toEqual([404, 'PROMO_NOT_FOUND']);
      expect(await refusal(look(await limited.makeCustomer(), 'portal'))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
    });
  });

  test('PROMO_NOT_AVAILABLE: prepaid drive time, or a promotion on drive that runs', async () => {
    const ada = await clocked();
    await taken(ada, 'portal');
    expect(await refusal(take(ada, await codeOf(ada, '2-series')))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
    await h.database.query(
      `UPDATE subscriptions SET source = 'prepaid', term = 'fixed', current_period_end = '2027-01-10' WHERE account_id = $1`,
      [ada.accountId],
    );
    expect(await refusal(take(ada, await codeOf(ada, '2-series')))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
    expect(plans({ subscriptions: await h.subscriptions(ada) })).toEqual(['pln_drive_portal']);
  });

  test('PROMO_NOT_FOUND: this account has it already, on a look too', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    expect((await take(ada, code)).status).toBe(201);
    expect(await refusal(take(ada, code))).toEqual([404, 'PROMO_NOT_FOUND']);
    expect(await refusal(look(ada, 'lexington'))).toEqual([404, 'PROMO_NOT_FOUND']);
    expect(await h.subscriptions(ada)).toHaveLength(2);
  });

  test('MISSING_ADDRESS, then PAYMENT_METHOD_REQUIRED', async () => {
    const ada = await h.makeCustomer({ address: null });
    expect(await refusal(take(ada, await codeOf(ada, '2-series')))).toEqual([400, 'MISSING_ADDRESS']);
    const eve = await h.makeCustomer();
    expect(await refusal(take(eve, await codeOf(eve, '2-series')))).toEqual([402, 'PAYMENT_METHOD_REQUIRED']);
    await nothingTaken(ada);
    await nothingTaken(eve);
  });
});

describe('[INV-7] once an account, however it is asked', () => {
  test('twenty at once: one redemption', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(ada, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
    expect(await h.subscriptions(ada)).toHaveLength(2);
    expect(await redemptions(h, ada)).toEqual([{ status: 'applied', promotionId: 'prm_2-series' }]);
  });

  test('[INV-9] twice under one key: the same answer', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const [first, again] = [await take(ada, code, 'step-1'), await take(ada, code, 'step-1')];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
  });

  test('[INV-9] a call that died after it was committed is answered by what it made', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const first = await take(ada, code, 'step-1');
    await h.database.query(
      `UPDATE idempotency_keys SET state = 'started', status_code = NULL, response = NULL, locked_at = now() WHERE account_id = $1`,
      [ada.accountId],
    );
    await h.expireLeases();
    const again = await take(ada, code, 'step-1');
    expect(again.status, again.text).toBe(201);
    expect(again.body.subscriptions.map(({ id }) => id)).toEqual(first.body.subscriptions.map(({ id }) => id));
    expect(again.body.promotion).toEqual(first.body.promotion);
  });
});

test('[threats §3] five wrong codes in a quarter of an hour are enough, wherever they are typed; a right one waits too', async () => {
  const ada = await h.makeCustomer({ address: null });
  const code = await codeOf(ada, 'portal');
  for (const text of ['a', 'b', 'c']) expect((await take(ada, text)).status).toBe(400);
  for (const name of ['d', 'e']) expect((await look(ada, name)).status).toBe(404);
  const refused = await take(ada, code);
  expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await look(ada, 'portal')).status).toBe(429);
  h.wall.advance(15 * 60 * 1000);
  const back = { ...ada, client: await h.signIn(ada.email) };
  expect((await take(back, code)).status).toBe(201);
  h.wall.reset();
});
