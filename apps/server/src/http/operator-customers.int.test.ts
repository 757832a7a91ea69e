import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { ErrorBody } from '@foyer/contract/api/route';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { eventOperators, makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../test/operators.ts';
import { expectAllRight, makeHolder, makeLate, starterYearly } from '../../test/shop.ts';
import { switchOnTwoStep } from '../../test/two-step.ts';
import { runCommand } from '../cli/run-command.ts';

let h: Harness;
let admin: TestOperator;
const reason = REASON;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
  admin = await makeOperator(h, 'admin');
});

afterEach(async () => {
  h.wall.reset();
  await expectAllRight(h);
});
afterAll(() => h.stop());

const { read, act, search, page } = makeOperatorCalls(() => admin);

const timelineOf = async ({ accountId }: { accountId: string }): Promise<TimelineEntry[]> => {
  const all: TimelineEntry[] = [];
  let cursor = '';
  for (;;) {
    const answer = await read<{ entries: TimelineEntry[]; nextCursor: string | null }>(
      `/api/operator/customers/${accountId}/timeline${cursor}`,
    );
    all.push(...answer.entries);
    if (answer.nextCursor === null) return all;
    cursor = `?cursor=${answer.nextCursor}`;
  }
};

describe('[OP-02] finding a customer', () => {
  let ada: Customer;
  let receipt: { id: string; number: string };

  beforeAll(async () => {
    ada = (await makeHolder(h, starterYearly)).customer;
    const [first] = await h.receipts(ada);
    receipt = { id: first?.id ?? '', number: first?.invoice ?? '' };
    await h.makeCustomer();
  });

  test.each([
    ['the email address, in any letter case', () => ada.email.toUpperCase(), 'email'],
    ['how it begins', () => ada.email.slice(0, -4), 'email'],
    ['the account', () => ada.accountId, 'id'],
    ['the user', () => ada.userId, 'id'],
    ['the receipt', () => receipt.id, 'id'],
    ['the number of the receipt', () => receipt.number.toLowerCase(), 'receipt'],
    ['the number without its zeros', () => receipt.number.replace(/^R-0+/, 'R-'), 'receipt'],
    ['the bare number', () => receipt.number.replace(/^R-0+/, ''), 'receipt'],
  ])('by %s', async (_title, typed, by) => {
    expect(await search(typed())).toMatchObject([{ accountId: ada.accountId, email: ada.email, by }]);
  });

  test('by subscription, attempt and charge', async () => {
    const [subscription] = await h.subscriptions(ada);
    const [charge] = await h.charges(ada);
    const [attempt] = await h.database.query<{ id: string }>(
      'SELECT id FROM payment_attempts WHERE account_id = $1 AND kind = $2',
      [ada.accountId, 'charge'],
    );
    for (const id of [subscription?.id, charge?.id, attempt?.id])
      expect(
        (await search(id ?? '')).map(({ accountId }) => accountId),
        id,
      ).toEqual([ada.accountId]);
  });

  test('by the last four digits of a card, also of one that was replaced; each customer once', async () => {
    const bob = await h.makeCustomer({ card: 'tok_amex' });
    await bob.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' });
    expect(await search('•••• 0005')).toMatchObject([{ accountId: bob.accountId, by: 'card' }]);
    const visas = await search('4242');
    expect(new Set(visas.map(({ accountId }) => accountId)).size).toBe(visas.length);
    expect(visas.map(({ accountId }) => accountId)).toEqual(expect.arrayContaining([ada.accountId, bob.accountId]));
  });

  test('signs that mean something to a search elsewhere mean nothing here', async () => {
    for (const q of ['%%%', '___', "'; DROP", 'a\\b%', '(((']) expect(await search(q), q).toEqual([]);
  });

  test('a customer with a closed account is found by id only, and without a name', async () => {
    const customer = await h.makeCustomer();
    await h.database.query(`UPDATE users SET deleted_at = now(), email = 'closed-' || id WHERE id = $1`, [
      customer.userId,
    ]);
    expect(await search(customer.email)).toEqual([]);
    expect(await search(customer.accountId)).toMatchObject([
      { accountId: customer.accountId, email: null, userId: null },
    ]);
  });
});

describe('[OP-02] one page for one customer', () => {
  test('shows what the customer sees: who, what they have, what they paid, what happens next', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await customer.client.post('/api/consent/articles/marketing', { form: 'News', answer: 'no', client: 'portal' });
    const shown = await page(customer);
    expect(shown.holds).toEqual(await h.subscriptions(customer, true));
    expect(shown.next).toEqual(await h.account(customer));
    expect(shown.paid.receipts).toEqual(await h.receipts(customer));
    const [receipt] = shown.paid.receipts;
    expect(shown.paid).toMatchObject({
      paidCents: 32_462,
      payments: 1,
      overdueCents: 0,
      creditCents: 0,
      receiptsInAll: 1,
      refundable: { [receipt?.id ?? '']: 32_462 },
    });
    expect(shown.who).toMatchObject({
      accountId: customer.accountId,
      userId: customer.userId,
      email: customer.email,
      firstName: 'Ada',
      status: 'open',
      exportStatus: 'none',
      news: { answer: 'no' },
      address: { city: 'Boston', organization: 'Analytical Engines' },
    });
    expect(shown.who.sessions).toMatchObject([{ id: customer.client.jti() }]);
    expect(shown.review).toBeNull();
  });

  test('a refund leaves less to refund, and less paid; the whole amount leaves nothing', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    const id = receipt?.id ?? '';
    const given = await act<{ status: string; amountCents: number }>(`/api/operator/receipts/${id}/refund`, {
      amountCents: 462,
    });
    expect(given).toMatchObject({ status: 'succeeded', amountCents: 462 });
    expect((await page(customer)).paid).toMatchObject({ paidCents: 32_000, refundable: { [id]: 32_000 } });
    await act(`/api/operator/receipts/${id}/refund`);
    expect((await page(customer)).paid).toMatchObject({ paidCents: 0, refundable: {} });
    const again = await admin.call('POST', `/api/operator/receipts/${id}/refund`, { reason });
    expect([again.status, again.body.error.type, again.body.error.code]).toEqual([
      409,
      'ACTION_REFUSED',
      'nothing_left',
    ]);
    const more = await makeHolder(h, starterYearly);
    const [other] = await h.receipts(more.customer);
    const refused = await admin.call('POST', `/api/operator/receipts/${other?.id}/refund`, {
      reason,
      amountCents: 99_999,
    });
    expect(refused.body.error.code).toBe('more_than_left');
  });

  test('credit pays what is open; a void ends what waited; each tells why it cannot be done twice', async () => {
    const late = await makeLate(h);
    const [open] = (await page(late.customer)).paid.receipts;
    const use = { id: late.receipt, invoice: open?.invoice };
    const url = `/api/operator/customers/${late.customer.accountId}/credit`;
    expect(await act(url, { amountCents: 1000 })).toEqual({
      creditCents: 0,
      usedFor: [{ ...use, amountCents: 1000, isPaid: false }],
    });
    expect(await act(url, { amountCents: 3000 })).toEqual({
      creditCents: 780,
      usedFor: [{ ...use, amountCents: 2220, isPaid: true }],
    });
    expect(await act(url, { amountCents: 50 })).toEqual({ creditCents: 830, usedFor: [] });
    expect((await page(late.customer)).paid.creditCents).toBe(830);
    const other = await makeLate(h);
    expect(await act(`/api/operator/receipts/${other.receipt}/void`)).toEqual({
      receiptId: other.receipt,
      endedSubscriptions: [other.id],
    });
    for (const what of ['void', 'write-off']) {
      const again = await admin.call('POST', `/api/operator/receipts/${other.receipt}/${what}`, { reason });
      expect([again.status, again.body.error.code]).toEqual([409, 'not_open']);
    }
    expect(await h.subscriptions(other.customer)).toEqual([]);
  });
});

describe('[OP-02] [BY-05] what happened', () => {
  test('one list has security, billing, consent and operators, newest first, page by page, each entry once', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    for (let n = 0; n < 35; n += 1)
      await customer.client.post('/api/consent/articles/marketing', {
        form: 'News',
        answer: n % 2 ? 'yes' : 'no',
        client: 'portal',
      });
    const [receipt] = await h.receipts(customer);
    await act(`/api/operator/receipts/${receipt?.id}/refund`, { amountCents: 462 });
    await act(`/api/operator/customers/${customer.accountId}/sessions/end`);
    const all = await timelineOf(customer);
    expect(all.length).toBeGreaterThan(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set(['security', 'subscription', 'invoice', 'payment', 'refund', 'consent', 'operator']),
    );
    expect(all.filter(({ kind }) => kind === 'operator')).toMatchObject([
      { type: 'end_sessions', actor: expect.stringMatching(/^Jo /), note: reason },
      { type: 'refund', note: reason, amountCents: 462 },
    ]);
    expect(all.find(({ kind }) => kind === 'payment')).toMatchObject({
      subject: receipt?.invoice,
      amountCents: 32_462,
    });
  });

  test('[M4] the timeline names the operator of a command on the command line, not the customer', async () => {
    const customer = await h.makeCustomer({ claims: defaultClaimPaths });
    await switchOnTwoStep(h, customer);
    await h.database.query(`UPDATE users SET cidr_restriction = '10.0.0.0/8' WHERE id = $1`, [customer.userId]);
    for (const command of ['networks lift', 'two-step lift']) {
      const line = [...command.split(' '), '--account', customer.accountId, '--reason', reason, '--by', 'Jo-Ann'];
      expect(await runCommand(line, async () => h.operator), command).toMatchObject({ code: 0 });
    }
    const shown = (await timelineOf(customer)).map(({ kind, type, actor }) => `${kind} ${type} ${actor}`);
    for (const type of ['networks_changed', 'mfa_disabled']) expect(shown).toContain(`security ${type} Jo-Ann`);
    expect(shown).toContain('security mfa_enabled customer');
  });

  test('the timeline names the operator as the actor of a row that version 2.0 stored with `vendor`', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await h.database.query(
      `INSERT INTO subscription_events (id, subscription_id, type, at, actor, data)
       SELECT 'evt_old', id, 'canceled', now(), 'vendor', '{}' FROM subscriptions WHERE account_id = $1`,
      [customer.accountId],
    );
    expect((await timelineOf(customer)).find(({ id }) => id === 'evt_old')).toMatchObject({ actor: 'operator' });
  });

  test('a German page says in German what was bought: what is held, paid and open, and in the list of what happened', async () => {
    const { customer } = await makeLate(h);
    const inGerman = async (url: string): Promise<string> => {
      const headers = { 'x-operator-token': admin.token, 'accept-language': 'de' };
      const answer = await inject(h.app, { method: 'GET', url, headers });
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    const path = `/api/operator/customers/${customer.accountId}`;
    for (const url of [path, `${path}/timeline`, '/api/operator/work']) {
      const text = await inGerman(url);
      expect(text, url).toContain('Starter, monatlich');
      expect(text, url).not.toContain('Starter, monthly');
    }
  });

  test('an invalid cursor is refused; lists have no entries of other customers', async () => {
    const { accountId } = await h.makeCustomer();
    const url = `/api/operator/customers/${accountId}/timeline`;
    expect((await admin.call('GET', `${url}?cursor=nonsense`)).body.error.field).toBe('cursor');
    expect((await timelineOf({ accountId })).map(({ type }) => type)).toEqual(['signed_in']);
  });
});

describe('[OP-02] looking after a customer', () => {
  test('[INV-13] ending the sessions refuses every token on the next call; the customer may sign in again', async () => {
    const customer = await h.makeCustomer();
    const other = await h.signIn(customer.email);
    const bystander = await h.makeCustomer();
    expect(await act(`/api/operator/customers/${customer.accountId}/sessions/end`)).toEqual({ ended: 2 });
    for (const client of [customer.client, other]) expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await eventOperators(h, 'sessions_ended', customer)).toEqual([{ operatorId: admin.id }]);
    expect((await bystander.client.get('/api/auth/me')).status).toBe(200);
    expect((await (await h.signIn(customer.email, PASSWORD)).get('/api/auth/me')).status).toBe(200);
    expect(await act(`/api/operator/customers/${customer.accountId}/sessions/end`)).toEqual({ ended: 1 });
  });

  test('a mail is sent once more, only to its customer, and not to a former address', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await h.mails(customer.email, 2);
    const receipt = async () => (await page(customer)).mails.find(({ template }) => template === 'receipt');
    await expect.poll(async () => (await receipt())?.state).toBe('sent');
    const mail = await receipt();
    const before = (await h.mails(customer.email, 2)).length;
    const resend = `mails/${mail?.id}/resend`;
    await act(`/api/operator/customers/${customer.accountId}/${resend}`);
    const arrived = await h.mails(customer.email, before + 1);
    expect(arrived.filter(({ subject }) => subject === arrived[0]?.subject).length).toBeGreaterThanOrEqual(2);
    const bystander = await h.makeCustomer();
    const foreign = await admin.call('POST', `/api/operator/customers/${bystander.accountId}/${resend}`, { reason });
    expect(foreign.status).toBe(404);

    await customer.client.post('/api/auth/me/export', { password: PASSWORD });
    await h.work.makeExports();
    const exportMail = async () => (await page(customer)).mails.find(({ template }) => template === 'export_ready');
    await expect.poll(async () => (await exportMail())?.state).toBe('sent');
    await h.database.query(`UPDATE users SET email = 'moved-' || email WHERE id = $1`, [customer.userId]);
    const url = `/api/operator/customers/${customer.accountId}/mails/${(await exportMail())?.id}/resend`;
    const outdated = await admin.call('POST', url, { reason });
    expect([outdated.status, outdated.body.error.code]).toEqual([409, 'mail_outdated']);
  });

  test('after the account is closed no mail is sent once more and no credit is given', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    await h.operator.closeAccount(customer.accountId, { actor: 'jo', reason });
    // A refund of a closed account queues a mail, and the worker does not send it.
    await act(`/api/operator/receipts/${receipt?.id}/refund`, { amountCents: 462 });
    const refund = async () => (await page(customer)).mails.find(({ template }) => template === 'refunded');
    await expect.poll(async () => (await refund())?.state).toBe('sent');
    const mail = await refund();
    const { mailsInAll, paid } = await page(customer);
    for (const [command, body] of [
      [`mails/${mail?.id}/resend`, {}],
      ['credit', { amountCents: 500 }],
    ] as const) {
      const url = `/api/operator/customers/${customer.accountId}/${command}`;
      const refused = await admin.call<ErrorBody>('POST', url, { reason, ...body });
      expect([refused.status, refused.body.error.code], command).toEqual([409, 'account_closed']);
    }
    expect(await page(customer)).toMatchObject({ mailsInAll, paid });
  });
});
