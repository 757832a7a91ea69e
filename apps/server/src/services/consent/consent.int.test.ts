import type { Me } from '@foyer/contract/api/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { refusal } from '../../../test/shop.ts';

let h: Harness;
let ada: Customer;

beforeAll(async () => {
  h = await startHarness();
  ada = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const FORM = 'Marketing news: Product updates and offers, at most twice a month.';
const MARKETING = '/api/consent/articles/marketing';
const USAGE = '/api/consent/articles/usage-data';
const answerBody = (answer: 'yes' | 'no', form = FORM) => ({ form, answer, client: 'http://localhost' });

const rowsOf = (customer: Customer) =>
  h.database.query<Record<string, unknown>>(
    `SELECT article, answer, form_text, form_version, claimed_form, client, claimed_client FROM consents WHERE user_id = $1 ORDER BY answered_at, id`,
    [customer.userId],
  );
const patch = (customer: Customer, body: object) => customer.client.patch<Me['user']>('/api/auth/me', body);

describe('[CO-01] consent to an article', () => {
  test('is unknown, then what was answered last; each answer is kept with time, exact text and version', async () => {
    const unknown = { article: 'marketing', marketingEnabledAnswer: 'unknown', answer: 'unknown', flag: null };
    expect((await ada.client.get(MARKETING)).body).toEqual(unknown);
    for (const answer of ['yes', 'yes', 'no'] as const) {
      const before = Date.now();
      const reply = await ada.client.post<{ answeredAt: string }>(MARKETING, answerBody(answer));
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
      formVersion: 'marketing-switch-1/en',
      claimedForm: null,
      client: 'http://localhost',
      claimedClient: null,
    };
    expect(await rowsOf(ada)).toEqual([
      { ...row, answer: 'yes' },
      { ...row, answer: 'yes' },
      { ...row, answer: 'no' },
    ]);
  });

  test('[HO-02] is asked for in a listed country while there is no answer; the country is that of GET ip', async () => {
    const eve = await h.makeCustomer();
    const meFrom = async (remoteAddress: string) => {
      const headers = { 'x-is-at': eve.client.accessToken };
      const reply = await inject<Me>(h.app, { url: '/api/auth/me', headers, remoteAddress });
      return { country: reply.body.user.ipInfo.country_code, asks: reply.body.user.asksMarketing };
    };
    expect(await meFrom('91.0.0.1')).toEqual({ country: 'DE', asks: true });
    expect(await meFrom('127.0.0.1')).toEqual({ country: 'US', asks: false });
    await eve.client.patch('/api/auth/me', { allowDataCollection: false });
    expect(await meFrom('91.0.0.1')).toMatchObject({ asks: true });
    await eve.client.post(MARKETING, answerBody('no'));
    expect(await meFrom('91.0.0.1')).toMatchObject({ asks: false });
  });

  test.each([
    ['words that no page shows', 'I never agreed to anything'],
    ['words of another article', 'Allow app usage data collection'],
    ['words of a page and something more', `${FORM} `],
  ])('[L13] %s count as an answer, and are kept as a claim and not as proof', async (_name, form) => {
    const eve = await h.makeCustomer();
    const reply = await eve.client.post(MARKETING, { form, answer: 'yes', client: 'forged' });
    expect(reply.status, reply.text).toBe(201);
    expect((await eve.client.get(MARKETING)).body).toMatchObject({ answer: 'yes', flag: true });
    expect(await rowsOf(eve)).toEqual([
      {
        article: 'marketing',
        answer: 'yes',
        formText: null,
        formVersion: null,
        claimedForm: form,
        client: 'api',
        claimedClient: 'forged',
      },
    ]);
  });

  test('[L13] the client of a known text is the address that the call came to, whatever the caller says', async () => {
    const eve = await h.makeCustomer();
    const sent = { ...answerBody('no'), client: 'forged' };
    for (const host of ['drive.localhost', 'evil.example'])
      expect((await eve.client.post(MARKETING, sent, { headers: { host } })).status).toBe(201);
    expect(await rowsOf(eve)).toMatchObject([
      { formText: FORM, claimedForm: null, client: 'http://drive.localhost', claimedClient: 'forged' },
      { formText: FORM, claimedForm: null, client: 'http://localhost', claimedClient: 'forged' },
    ]);
  });

  test('[L13] the database keeps no answer without words, and none whose words are proof and claim at once', async () => {
    const add = (text: string | null, version: string | null, claimed: string | null) =>
      h.database.query(
        `INSERT INTO consents (id, user_id, article, answer, form_text, form_version, claimed_form, client, answered_at)
         VALUES ('con_x', $1, 'marketing', 'yes', $2, $3, $4, 'api', now())`,
        [ada.userId, text, version, claimed],
      );
    await expect(add(null, null, null)).rejects.toThrow(/consents_words/);
    await expect(add('a', 'a-1/en', 'b')).rejects.toThrow(/consents_words/);
    await expect(add('a', null, null)).rejects.toThrow(/consents_words/);
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
    expect(await refusal(ada.client.post(url, answerBody('yes')))).toEqual([404, 'NOT_FOUND']);
  });

  test.each<[string, object]>([
    ['no answer', { form: FORM, client: 'x' }],
    ['another answer', { ...answerBody('yes'), answer: 'maybe' }],
    ['an answer that is a switch', { ...answerBody('yes'), answer: true }],
    ['no words', { ...answerBody('yes'), form: '' }],
    ['a NUL in the words', { ...answerBody('yes'), form: 'a\u0000b' }],
    ['a novel', { ...answerBody('yes'), form: 'x'.repeat(2001) }],
    ['no client', { ...answerBody('yes'), client: '' }],
  ])('with %s is no answer', async (_name, body) => {
    const before = await rowsOf(ada);
    expect(await refusal(ada.client.post(MARKETING, body))).toEqual([400, 'INVALID_REQUEST']);
    expect(await rowsOf(ada)).toEqual(before);
  });

  test('each answer is an event the customer can see', async () => {
    const eve = await h.makeCustomer();
    await eve.client.post(MARKETING, answerBody('no'));
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
        formVersion: 'usage-data-switch-1/en',
        claimedForm: null,
        client: 'http://localhost',
        claimedClient: null,
      })),
    );
  });

  test('[L13] the switch is kept with the address that the call came to', async () => {
    const eve = await h.makeCustomer();
    await eve.client.patch('/api/auth/me', { trackingEnabled: true }, { headers: { host: 'drive.localhost' } });
    expect(await rowsOf(eve)).toMatchObject([{ client: 'http://drive.localhost', claimedClient: null }]);
  });

  test('[BY-05, CO-01] what was agreed to is kept in the words that stood on the page', async () => {
    const eve = await h.makeCustomer();
    const german = { headers: { 'accept-language': 'de' } };
    await eve.client.patch('/api/auth/me', { allowDataCollection: true }, german);
    expect(await rowsOf(eve)).toMatchObject([
      { formText: 'Erfassung von Daten zur App-Nutzung erlauben', formVersion: 'usage-data-switch-1/de' },
    ]);
  });

  test('given or withdrawn as an article it moves the switch too', async () => {
    const eve = await h.makeCustomer();
    await eve.client.post(USAGE, answerBody('yes'));
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.allowDataCollection).toBe(true);
    await eve.client.post(USAGE, answerBody('no'));
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.trackingEnabled).toBe(false);
  });

  test('of two answers the one that had to wait for its turn is the newer', async () => {
    const eve = await h.makeCustomer();
    let first: ReturnType<typeof eve.client.post> | null = null;
    const freed = await h.database.transaction(async (sql) => {
      await sql.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [eve.userId]);
      first = eve.client.post(USAGE, answerBody('yes'));
      // asked outside of the transaction, which would see what it saw at first
      const waiting = () =>
        h.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
      h.wall.advance(1_000);
      return h.wall.now();
    });
    const answer = await (first as unknown as ReturnType<typeof eve.client.post<{ answeredAt: string }>>);
    expect(Date.parse(answer.body.answeredAt)).toBeGreaterThanOrEqual(freed);
    const rows = await h.database.query('SELECT answered_at FROM consents WHERE user_id = $1', [eve.userId]);
    expect(rows).toEqual([{ answeredAt: Date.parse(answer.body.answeredAt) }]);
    h.wall.reset();
  });

  test('two wishes at once are none, and nothing to change changes nothing', async () => {
    const eve = await h.makeCustomer();
    const both = { allowDataCollection: true, trackingEnabled: false };
    expect(await refusal(patch(eve, both))).toEqual([400, 'INVALID_REQUEST']);
    expect((await patch(eve, {})).status).toBe(200);
    expect(await rowsOf(eve)).toEqual([]);
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
