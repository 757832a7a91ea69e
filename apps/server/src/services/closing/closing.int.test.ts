import { describe, expect, test } from 'vitest';
import { inject } from '../../../test/client.ts';
import { CLOSED, close, isAtGateway, makeCustomerToClose, planOf, stateOf } from '../../../test/closing.ts';
import { defaultClaimPaths, PASSWORD } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { BUY, CARD, makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const signIn = (email: string, password = PASSWORD) =>
  inject(h.app, { method: 'POST', url: '/api/auth/sessions', payload: { email, password } });
const securityMails = (customer: Customer) =>
  h.queued.filter((mail) => 'kind' in mail && mail.kind === 'security' && mail.accountId === customer.accountId);

describe('[SC-10] closing the account', () => {
  test('ends what is paid and what renews, takes the card away, keeps the receipts, and says so by mail', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    await makePurchase(ada, starterYearly);
    await makePurchase(ada, { planId: 'pln_scope_starter', interval: 'monthly' });
    const receipts = await h.receipts(ada);
    const answer = await close(h, ada);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await stateOf(h, ada)).toEqual(CLOSED);
    expect(await isAtGateway(h, ada)).toBe(false);
    const ended = await h.database.query(
      'SELECT DISTINCT status, end_reason FROM subscriptions WHERE account_id = $1',
      [ada.accountId],
    );
    expect(ended).toEqual([{ status: 'canceled', endReason: 'account_closed' }]);
    const kept = await h.database.query<{ id: string }>('SELECT id FROM invoices WHERE account_id = $1', [
      ada.accountId,
    ]);
    expect(kept.map(({ id }) => id).sort()).toEqual(receipts.map(({ id }) => id).sort());
    expect(securityMails(ada)).toMatchObject([
      { template: 'account_closed', to: ada.email, firstName: 'Ada', brand: 'drive', facts: {} },
    ]);
  });

  test('[INV-13] [INV-27] both tokens of every session are dead at once, and nobody signs in', async () => {
    const ada = await makeCustomerToClose(h);
    const other = await h.signIn(ada.email);
    expect((await close(h, ada)).status).toBe(204);
    for (const client of [ada.client, other]) {
      expect(await refusal(client.get('/api/auth/me'))).toEqual([401, 'INVALID_TOKEN']);
      expect(await refusal(client.get('/api/account/me'))).toEqual([401, 'INVALID_TOKEN']);
      const { refreshToken } = client;
      expect(await refusal(client.post('/api/auth/tokens', { refreshToken }))).toEqual([401, 'INVALID_TOKEN']);
    }
    expect((await signIn(ada.email)).body.error.type).toBe('INVALID_CREDENTIALS');
    expect((await signIn(`closed-${ada.userId}@closed.invalid`, 'closed')).body.error.type).toBe('INVALID_CREDENTIALS');
  });

  test('[INV-27] nothing renews afterwards, however much time passes', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    await makePurchase(ada, { planId: 'pln_drive_starter_monthly' });
    const charged = await h.charges(ada);
    expect((await close(h, ada)).status).toBe(204);
    await h.work.advanceTo(ada.accountId, Date.parse('2028-01-10T12:00:00.000Z'));
    expect(await h.charges(ada)).toEqual(charged);
  });

  test('an open receipt is void, a scheduled change is dropped', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    const { id } = await makePurchase(ada, starterYearly);
    const changed = await ada.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_free' });
    expect(changed.status, changed.text).toBe(200);
    expect((await h.subscriptions(ada))[0]?.pendingChange).not.toBeNull();
    await makePurchase(ada, { planId: 'pln_scope_starter', interval: 'monthly' });
    await ada.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
    await h.advance(ada, { to: '2026-02-11T00:00:00.000Z' });
    const plan = await planOf(ada);
    expect(plan.openAmountCents).toBeGreaterThan(0);
    expect((await close(h, ada)).status).toBe(204);
    const rows = (table: string, where: string) =>
      h.database.query<{ status: string }>(`SELECT DISTINCT status FROM ${table} WHERE ${where} ORDER BY 1`, [
        ada.accountId,
      ]);
    expect(await rows('invoices', `account_id = $1 AND status NOT IN ('paid')`)).toEqual([{ status: 'void' }]);
    expect(
      await rows(
        'subscription_changes',
        `subscription_id IN (SELECT id FROM subscriptions WHERE account_id = $1) AND mode = 'period_end'`,
      ),
    ).toEqual([{ status: 'discarded' }]);
  });

  test('credit stays on the books, and the mail names it', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    const { id } = await makePurchase(ada, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    await h.advance(ada, { by: 'P10D' });
    await ada.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_starter', interval: 'monthly' });
    const { creditCents } = await planOf(ada);
    expect(creditCents).toBeGreaterThan(0);
    expect((await close(h, ada)).status).toBe(204);
    const [row] = await h.database.query('SELECT balance_cents FROM accounts WHERE id = $1', [ada.accountId]);
    expect(row).toEqual({ balanceCents: -creditCents });
    expect(securityMails(ada)).toMatchObject([{ facts: { creditCents: String(creditCents) } }]);
  });

  test('the same address is free for a new account', async () => {
    const ada = await makeCustomerToClose(h);
    expect((await close(h, ada)).status).toBe(204);
    const again = { email: ada.email, password: PASSWORD, firstName: 'Ada', lastName: 'Byron' };
    expect((await h.anonymous().post('/api/auth/users', again)).status).toBe(201);
    expect((await signIn(ada.email)).status).toBe(200);
  });

  test('two at once: one closes, the other finds nobody', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa' });
    const answers = await Promise.all([close(h, ada), close(h, ada)]);
    const [good, ...others] = answers.map(({ status }) => status).sort();
    expect(good).toBe(204);
    expect([204, 401, 409]).toContain(others[0]);
    expect(await stateOf(h, ada)).toEqual(CLOSED);
    expect(securityMails(ada)).toHaveLength(1);
  });
});

describe('[SC-10] closing is refused', () => {
  const unchanged = async (customer: Customer, act: () => Promise<void>) => {
    const before = await stateOf(h, customer);
    await act();
    expect(await stateOf(h, customer)).toEqual(before);
    expect(securityMails(customer)).toEqual([]);
  };

  test.each<[string, string | undefined, [number, string]]>([
    ['no password', '', [400, 'PASSWORD_REQUIRED']],
    ['a wrong password', 'not-my-password-1', [400, 'INVALID_CREDENTIALS']],
  ])('with %s', async (_name, password, expected) => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa' });
    await unchanged(ada, async () => {
      expect(await refusal(close(h, ada, password))).toEqual(expected);
    });
  });

  test('[SC-09] [SE-08] without the claim usr.info.delete, whatever the page showed', async () => {
    const ada = await h.makeCustomer({ claims: defaultClaimPaths.filter((path) => path !== 'usr:info:delete') });
    await unchanged(ada, async () => {
      expect((await planOf(ada)).blocked).toBe('claim_missing');
      expect(await refusal(close(h, ada))).toEqual([403, 'FORBIDDEN']);
    });
    // A claim that was withdrawn is gone on the next request; null is no claim.
    const eve = await makeCustomerToClose(h);
    await h.database.query(`UPDATE users SET claims = jsonb_set(claims, '{usr,info,delete}', 'null') WHERE id = $1`, [
      eve.userId,
    ]);
    expect(await refusal(close(h, eve))).toEqual([403, 'FORBIDDEN']);
  });

  test.each<[string, Parameters<typeof makeCustomerToClose>[1], string]>([
    ['in the scope brand', { brand: 'scope' }, 'brand'],
    ['while an export review is pending', { exportStatus: 'pending' }, 'export_review'],
  ])('%s', async (_name, options, code) => {
    const ada = await makeCustomerToClose(h, options);
    await unchanged(ada, async () => {
      expect((await planOf(ada)).blocked).toBe(code);
      const answer = await close(h, ada);
      expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([409, 'CLOSURE_BLOCKED', code]);
    });
  });

  test('while a charge is undecided; once it is decided it goes', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa' });
    const gate = h.faults.hold('charge');
    const buying = ada.client.post(BUY, { planId: 'pln_drive_starter', interval: 'yearly' });
    await gate.arrived;
    expect((await planOf(ada)).blocked).toBe('payment_undecided');
    expect(await refusal(close(h, ada))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    gate.release();
    expect((await buying).status).toBe(201);
    expect((await close(h, ada)).status).toBe(204);
    expect(await stateOf(h, ada)).toEqual(CLOSED);
  });

  test('while a card is being saved: it would arrive on an account that is gone', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa' });
    const gate = h.faults.hold('saveCard');
    const saving = ada.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
    await gate.arrived;
    expect(await refusal(close(h, ada))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    gate.release();
    expect((await saving).status).toBe(201);
    expect((await close(h, ada)).status).toBe(204);
    expect(await isAtGateway(h, ada)).toBe(false);
  });

  test('[INV-14] when the password was changed while the right one was being checked', async () => {
    const ada = await makeCustomerToClose(h);
    let pending = Promise.resolve<Awaited<ReturnType<typeof close>> | null>(null);
    await h.whileLocked(ada, async (waiting) => {
      pending = close(h, ada);
      await waiting(1);
      await h.database.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [ada.userId]);
    });
    expect((await pending)?.body.error.type).toBe('INVALID_CREDENTIALS');
    expect((await stateOf(h, ada))?.account).toBe('open');
  });
});

describe('[SC-10] the planner', () => {
  test('says what is lost, product by product, and what stays', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    const { id } = await makePurchase(ada, starterYearly);
    expect(await planOf(ada)).toEqual({
      items: [
        {
          subscriptionId: id,
          product: 'drive',
          planName: 'Starter',
          kind: 'paid',
          paidUntil: '2027-01-10T12:00:00.000Z',
          renews: true,
          canStopRenewal: true,
        },
      ],
      openAmountCents: 0,
      creditCents: 0,
      card: { brand: 'visa', last4: '4242' },
      receipts: 1,
      orderedAt: null,
      orderedBy: null,
      blocked: null,
    });
    await ada.client.patch(`${BUY}/${id}`, { cancelAtPeriodEnd: true });
    expect((await planOf(ada)).items).toMatchObject([{ renews: false, canStopRenewal: false }]);
  });

  test('of somebody who holds nothing is empty', async () => {
    const ada = await makeCustomerToClose(h, { address: null });
    expect(await planOf(ada)).toEqual({
      items: [],
      openAmountCents: 0,
      creditCents: 0,
      card: null,
      receipts: 0,
      orderedAt: null,
      orderedBy: null,
      blocked: null,
    });
    expect((await close(h, ada)).status).toBe(204);
  });
});
