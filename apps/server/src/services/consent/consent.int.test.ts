import { createHash } from 'node:crypto';
import type { Me } from '@foyer/contract/api/auth';
import type { ErrorBody } from '@foyer/contract/api/route';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { refusal } from '../../../test/shop.ts';
import { runCommand } from '../../cli/run-command.ts';

let h: Harness;
let ada: Customer;

beforeAll(async () => {
  h = await startHarness();
  ada = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const FORM = 'Yes, send me news about Drive. I can stop it at any time.';
const MARKETING = '/api/consent/articles/marketing';
const USAGE = '/api/consent/articles/usage-data';
const given = (answer: 'yes' | 'no', form = FORM) => ({ form, answer, client: 'https://drive.arcwave.example' });

const rowsOf = (customer: Customer) =>
  h.database.query<Record<string, unknown>>(
    `SELECT article, answer, form_text, form_version, client FROM consents WHERE user_id = $1 ORDER BY answered_at, id`,
    [customer.userId],
  );
const patch = (customer: Customer, body: object) => customer.client.patch<Me['user']>('/api/auth/me', body);

describe('[CO-01] consent to an article', () => {
  test('is unknown, then what was answered last; each answer is kept with time, exact text and version', async () => {
    const unknown = { article: 'marketing', marketingEnabledAnswer: 'unknown', answer: 'unknown', flag: null };
    expect((await ada.client.get(MARKETING)).body).toEqual(unknown);
    for (const answer of ['yes', 'yes', 'no'] as const) {
      const before = Date.now();
      const reply = await ada.client.post<{ answeredAt: string }>(MARKETING, given(answer));
      expect(reply.status, reply.text).toBe(201);
      expect(reply.body).toMatchObject({ article: 'marketing', marketingEnabledAnswer: answer });
      expect(Date.parse(reply.body.answeredAt)).toBeGreaterThanOrEqual(before);
      expect((await ada.client.get(MARKETING)).body).toEqual({
        article: 'marketing',
        marketingEnabledAnswer: answer,
        answer,
        flag: answer === 'yes',
      });
    }
    const row = {
      article: 'marketing',
      formText: FORM,
      formVersion: createHash('sha256').update(FORM).digest('hex'),
      client: 'https://drive.arcwave.example',
    };
    expect(await rowsOf(ada)).toEqual([
      { ...row, answer: 'yes' },
      { ...row, answer: 'yes' },
      { ...row, answer: 'no' },
    ]);
  });

  test('other words are another version', async () => {
    const eve = await h.makeCustomer();
    await eve.client.post(MARKETING, given('yes'));
    await eve.client.post(MARKETING, given('yes', `${FORM} `));
    const versions = (await rowsOf(eve)).map(({ formVersion }) => formVersion);
    expect(new Set(versions).size).toBe(2);
  });

  test('answers are never changed or removed, by whatever statement', async () => {
    await expect(h.database.query(`UPDATE consents SET answer = 'yes'`)).rejects.toThrow(/append-only/);
    await expect(h.database.query('DELETE FROM consents')).rejects.toThrow(/append-only/);
  });

  test('[INV-20] of another user is not seen', async () => {
    const eve = await h.makeCustomer();
    expect((await eve.client.get<{ answer: string }>(MARKETING)).body.answer).toBe('unknown');
  });

  test.each(['privacy', 'MARKETING', 'marketing ', '__proto__'])('%j is no article', async (article) => {
    const url = `/api/consent/articles/${encodeURIComponent(article)}`;
    expect(await refusal(ada.client.get(url))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(ada.client.post(url, given('yes')))).toEqual([404, 'NOT_FOUND']);
  });

  test.each<[string, object]>([
    ['no answer', { form: FORM, client: 'x' }],
    ['another answer', { ...given('yes'), answer: 'maybe' }],
    ['an answer that is a switch', { ...given('yes'), answer: true }],
    ['no words', { ...given('yes'), form: '' }],
    ['a NUL in the words', { ...given('yes'), form: 'a\u0000b' }],
    ['a novel', { ...given('yes'), form: 'x'.repeat(2001) }],
    ['no client', { ...given('yes'), client: '' }],
  ])('with %s is no answer', async (_name, body) => {
    const before = await rowsOf(ada);
    expect(await refusal(ada.client.post(MARKETING, body))).toEqual([400, 'INVALID_REQUEST']);
    expect(await rowsOf(ada)).toEqual(before);
  });

  test('each answer is an event the customer can see', async () => {
    const eve = await h.makeCustomer();
    await eve.client.post(MARKETING, given('no'));
    const events = await h.database.query(
      `SELECT type FROM security_events WHERE account_id = $1 AND type = 'consent_changed'`,
      [eve.accountId],
    );
    expect(events).toHaveLength(1);
  });
});

describe('[CO-02] usage-data consent', () => {
  test('is a switch in either spelling, kept with its time and words like any other', async () => {
    const eve = await h.makeCustomer();
    for (const [body, on] of [
      [{ allowDataCollection: true }, true],
      [{ trackingEnabled: false }, false],
      [{ trackingEnabled: true, allowDataCollection: true }, true],
    ] as const) {
      const reply = await patch(eve, body);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body).toMatchObject({ id: eve.userId, allowDataCollection: on, trackingEnabled: on });
      expect((await eve.client.get<Me>('/api/auth/me')).body.user).toEqual(reply.body);
      expect((await eve.client.get<{ flag: boolean }>(USAGE)).body.flag).toBe(on);
    }
    expect(await rowsOf(eve)).toMatchObject(
      ['yes', 'no', 'yes'].map((answer) => ({
        article: 'usage-data',
        answer,
        formText: 'Allow app usage data collection',
        client: 'http://localhost',
      })),
    );
  });

  test('[BY-05, CO-01] what was agreed to is kept in the words that stood on the page', async () => {
    const eve = await h.makeCustomer();
    const german = { headers: { 'accept-language': 'de' } };
    await eve.client.patch('/api/auth/me', { allowDataCollection: true }, german);
    expect(await rowsOf(eve)).toMatchObject([{ formText: 'Erfassung von Daten zur App-Nutzung erlauben' }]);
  });

  test('given or withdrawn as an article it moves the switch too', async () => {
    const eve = await h.makeCustomer();
    await eve.client.post(USAGE, given('yes'));
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.allowDataCollection).toBe(true);
    await eve.client.post(USAGE, given('no'));
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.trackingEnabled).toBe(false);
  });

  test('two wishes at once are none, and nothing to change changes nothing', async () => {
    const eve = await h.makeCustomer();
    const both = { allowDataCollection: true, trackingEnabled: false };
    expect(await refusal(patch(eve, both))).toEqual([400, 'INVALID_REQUEST']);
    expect((await patch(eve, {})).status).toBe(200);
    expect(await rowsOf(eve)).toEqual([]);
  });
});

describe('[SC-08] where one may sign in from', () => {
  const limit = (customer: Customer, cidrRestriction: string | null, password: string | undefined = PASSWORD) =>
    patch(customer, { cidrRestriction, password });
  const told = ({ accountId }: Customer) =>
    h.queued
      .filter((mail) => 'template' in mail && 'accountId' in mail && mail.accountId === accountId)
      .map((mail) => [mail.template, 'facts' in mail && 'networks' in mail.facts ? mail.facts.networks : null]);
  const eventsOf = ({ accountId }: Customer) =>
    h.database.query(
      `SELECT host(address) AS address FROM security_events WHERE account_id = $1 AND type = 'networks_changed' ORDER BY at, id`,
      [accountId],
    );

  test.each<[string | null, string | null]>([
    ['127.0.0.0/24', '127.0.0.0/24'],
    [' 127.0.0.77/24 , 2001:db8::/32', '127.0.0.0/24, 2001:db8::/32'],
    ['127.0.0.1', '127.0.0.1/32'],
    [null, null],
  ])('%j is kept as %j', async (typed, kept) => {
    const reply = await limit(ada, typed);
    expect([reply.status, reply.body.cidrRestriction], reply.text).toEqual([200, kept]);
  });

  test.each<[string, string]>([
    ['', 'CIDR_REQUIRED'],
    ['  ', 'CIDR_REQUIRED'],
    [',', 'CIDR_REQUIRED'],
    ['127.0.0.0/33', 'INVALID_CIDR'],
    ['127.0.0/24', 'INVALID_CIDR'],
    ['home', 'INVALID_CIDR'],
    ['127.0.0.0/24, home', 'INVALID_CIDR'],
    ['198.51.100.0/24', 'INVALID_CIDR'],
  ])('%j is refused: %s', async (typed, type) => {
    await limit(ada, '127.0.0.0/24');
    const both = { cidrRestriction: typed, allowDataCollection: true, password: PASSWORD };
    expect(await refusal(patch(ada, both))).toEqual([400, type]);
    const { user } = (await ada.client.get<Me>('/api/auth/me')).body;
    expect([user.cidrRestriction, user.allowDataCollection]).toEqual(['127.0.0.0/24', false]);
  });

  test('a range without one’s own address would lock one out, and is refused in those words', async () => {
    const eve = await h.makeCustomer();
    const answer = await eve.client.patch<ErrorBody>('/api/auth/me', {
      cidrRestriction: '198.51.100.0/24',
      password: PASSWORD,
    });
    expect(answer.body.error).toMatchObject({ type: 'INVALID_CIDR', code: 'own_address_outside' });
    expect((await limit(eve, '198.51.100.0/24, 127.0.0.1')).status).toBe(200);
  });

  test('[SC-02] a session is not enough to set it or to lift it', async () => {
    const eve = await h.makeCustomer();
    const tries = [undefined, '', 'not the password'].map(async (password) =>
      refusal(patch(eve, { cidrRestriction: '127.0.0.1', password })),
    );
    expect((await Promise.all(tries)).map(([, type]) => type)).toEqual([
      'PASSWORD_REQUIRED',
      'PASSWORD_REQUIRED',
      'INVALID_CREDENTIALS',
    ]);
    expect((await limit(eve, '127.0.0.1')).status).toBe(200);
    expect(await refusal(patch(eve, { cidrRestriction: null }))).toEqual([400, 'PASSWORD_REQUIRED']);
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.cidrRestriction).toBe('127.0.0.1/32');
    expect((await patch(eve, { allowDataCollection: true, language: 'de' })).status, 'the others need none').toBe(200);
  });

  test('[INV-14] the owner is told of each change, and finds it in the activity; the same again is none', async () => {
    const eve = await h.makeCustomer();
    for (const ranges of ['127.0.0.1', '127.0.0.1', null, null]) await limit(eve, ranges);
    expect(told(eve)).toEqual([
      ['networks_limited', '127.0.0.1/32'],
      ['networks_opened', null],
    ]);
    expect(await eventsOf(eve)).toEqual([{ address: '127.0.0.1' }, { address: '127.0.0.1' }]);
    const { events } = (await eve.client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body;
    expect(events.filter(({ type }) => type === 'networks_changed')).toHaveLength(2);
  });

  test('who is shut out has it lifted by an operator, who says why; the customer is told', async () => {
    const eve = await h.makeCustomer();
    await h.database.query(`UPDATE users SET cidr_restriction = '198.51.100.0/24' WHERE id = $1`, [eve.userId]);
    const lift = (account: string) =>
      runCommand(
        ['networks', 'lift', '--account', account, '--reason', 'ticket 4711', '--by', 'jo@vendor.example'],
        async () => h.operator,
      );
    expect(await lift(eve.email)).toEqual({ code: 0, out: ['They can sign in from any network again.'] });
    expect((await (await h.signIn(eve.email)).get<Me>('/api/auth/me')).body.user.cidrRestriction).toBeNull();
    expect(told(eve)[0]).toEqual(['networks_opened', null]);
    expect(await eventsOf(eve)).toEqual([{ address: null }]);
    expect(
      await h.database.query('SELECT action, actor, reason FROM audit_log WHERE account_id = $1', [eve.accountId]),
    ).toEqual([{ action: 'lift_networks', actor: 'jo@vendor.example', reason: 'ticket 4711' }]);
    expect(await lift(eve.accountId)).toMatchObject({ code: 1, out: ['This was done already.'] });
    expect(await lift('nobody@else.test')).toMatchObject({ code: 1 });
  });
});

test.each(['none', 'pending', 'denied'] as const)('[SE-07] export screening: %s', async (exportStatus) => {
  const eve = await h.makeCustomer({ exportStatus });
  expect((await eve.client.get('/api/auth/me/ecac-status')).body).toEqual({
    isPending: exportStatus === 'pending',
    status: exportStatus,
    answerBy: null,
    held: [],
  });
});
