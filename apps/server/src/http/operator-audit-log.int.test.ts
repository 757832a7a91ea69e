import { describe, expect, test } from 'vitest';
import { makeOperator, operatorSignIn, REASON, settleOperator } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';
import type { OperatorMailJob } from '../services/mail/ports.ts';
import { writeOperatorMail } from '../services/mail/security-mails.ts';

const h = useHarness();
const HOUR_MS = 60 * 60_000;

const eventsOf = (operatorId: string) =>
  h.database.query<{ type: string; accountId: string | null }>(
    'SELECT type, account_id FROM security_events WHERE operator_id = $1 ORDER BY at, id',
    [operatorId],
  );
const typesOf = async (operatorId: string) => (await eventsOf(operatorId)).map(({ type }) => type);
const mailsTo = (email: string) =>
  h.queued.filter((job): job is OperatorMailJob => 'kind' in job && job.kind === 'operator' && job.to === email);
const templatesTo = (email: string) => mailsTo(email).map(({ template }) => template);

describe('[L2] the log and the trail name the operator', () => {
  test('a call that the roles do not allow stands in the log under the operator', async () => {
    const seller = await makeOperator(h, 'catalogue');
    const { accountId } = await h.makeCustomer();
    const refused = await seller.call('GET', `/api/operator/customers/${accountId}`);
    expect(refused.body.error.type).toBe('FORBIDDEN');
    const lines = h.log.lines.map((line) => JSON.parse(line) as { requestId?: string; accountId?: string });
    const line = lines.find(({ requestId }) => requestId === refused.body.error.requestId);
    expect(line?.accountId).toBe(seller.id);
  });

  test('signing in, a wrong password, a password refused and changed, and signing out name the operator', async () => {
    const jo = await makeOperator(h, 'support');
    await operatorSignIn(h, { email: jo.email, password: 'not the password' });
    await jo.call('POST', '/api/operator/me/change-password', {
      password: 'not it',
      newPassword: 'another new phrase',
    });
    await jo.call('POST', '/api/operator/me/change-password', {
      password: jo.password,
      newPassword: 'another new phrase',
    });
    await jo.call('DELETE', '/api/operator/sessions/me');
    expect(await typesOf(jo.id)).toEqual([
      'operator_signed_in',
      'operator_sign_in_failed',
      'operator_password_refused',
      'operator_password_changed',
      'operator_signed_out',
    ]);
  });

  test('an address that no operator has is noted without one', async () => {
    await operatorSignIn(h, { email: 'stranger@vendor.example', password: 'anything' });
    const rows = await h.database.query(
      `SELECT operator_id FROM security_events WHERE type = 'operator_sign_in_failed' AND operator_id IS NULL`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('[L2] reading a customer is remembered', () => {
  test('once for each operator, customer and hour, whatever is read', async () => {
    // at the start of an hour, so that the calls of one block lie in one hour
    h.wall.advance(HOUR_MS - (h.services.wallNow() % HOUR_MS));
    const [jo, ann] = [await makeOperator(h, 'support'), await makeOperator(h, 'billing')];
    const [ada, bob] = [await h.makeCustomer(), await h.makeCustomer()];
    const readPart = async (operator: typeof jo, { accountId }: typeof ada, part: string) => {
      const answer = await operator.call('GET', `/api/operator/customers/${accountId}${part}`);
      expect(answer.status, answer.text).toBe(200);
    };
    const viewed = async ({ id }: typeof jo) =>
      (await eventsOf(id)).filter(({ type }) => type === 'operator_viewed').map(({ accountId }) => accountId);
    for (const part of ['', '/timeline', '/receipts', '/mails', '']) await readPart(jo, ada, part);
    await Promise.all([readPart(ann, ada, ''), readPart(ann, ada, '/mails')]);
    await readPart(jo, bob, '/timeline');
    expect([(await viewed(jo)).sort(), await viewed(ann)]).toEqual([
      [ada.accountId, bob.accountId].sort(),
      [ada.accountId],
    ]);
    h.wall.advance(10 * 60_000);
    await readPart(jo, ada, '');
    expect(await viewed(jo)).toHaveLength(2);
    for (let n = 0; n < 2; n += 1) {
      h.wall.advance(25 * 60_000);
      await readPart(jo, ada, '');
    }
    expect(await viewed(jo), 'the next hour').toHaveLength(3);
  });

  test('the customer is not told; the operator site shows who it was', async () => {
    const jo = await makeOperator(h, 'support');
    const ada = await h.makeCustomer();
    const url = `/api/operator/customers/${ada.accountId}/timeline`;
    await jo.call('GET', url);
    const { entries } = (await jo.call<{ entries: { type: string; actor: string }[] }>('GET', url)).body;
    expect(entries.find(({ type }) => type === 'operator_viewed')?.actor).toMatch(/^Jo /);
    const activity = await ada.client.get('/api/auth/me/security/activity');
    expect(activity.text).not.toContain('operator_viewed');
  });

  test('an id that nobody has, and a role that may not, leave nothing', async () => {
    const [jo, seller] = [await makeOperator(h, 'support'), await makeOperator(h, 'catalogue')];
    const ada = await h.makeCustomer();
    expect((await jo.call('GET', '/api/operator/customers/acc_nobody')).status).toBe(404);
    expect((await seller.call('GET', `/api/operator/customers/${ada.accountId}`)).status).toBe(403);
    expect([await typesOf(jo.id), await typesOf(seller.id)]).toEqual([['operator_signed_in'], ['operator_signed_in']]);
  });
});

describe('[L2] an operator is told by mail', () => {
  test('of a new device, but not of the first sign-in and not of a device that is known', async () => {
    const { id, password } = await h.operator.addOperator(
      { email: 'devices@vendor.example', name: 'Jo', roles: 'support', secondStep: false },
      { actor: 'test', reason: REASON },
    );
    await settleOperator(h, id);
    const email = 'devices@vendor.example';
    const first = await operatorSignIn(h, { email, password });
    expect(templatesTo(email)).toEqual([]);
    await operatorSignIn(h, { email, password, device: first.body.device });
    expect(templatesTo(email)).toEqual([]);
    await operatorSignIn(h, { email, password });
    expect(templatesTo(email)).toEqual(['operator_new_device']);
  });

  test('of a lock, once, and a stranger who guesses at no operator causes none', async () => {
    const jo = await makeOperator(h, 'support');
    const before = h.queued.length;
    for (let guess = 0; guess < 7; guess += 1) {
      await operatorSignIn(h, { email: jo.email, password: 'wrong' });
      await operatorSignIn(h, { email: 'unknown@vendor.example', password: 'wrong' });
    }
    expect(h.queued.slice(before)).toMatchObject([{ template: 'operator_locked', to: jo.email }]);
  });

  test('of a new password, in the language of the page', async () => {
    const jo = await makeOperator(h, 'support');
    const body = { password: jo.password, newPassword: 'another new phrase' };
    expect((await jo.call('POST', '/api/operator/me/change-password', body)).status).toBe(204);
    expect(templatesTo(jo.email)).toEqual(['operator_password_changed']);
  });

  test.each(['operator_new_device', 'operator_locked', 'operator_password_changed'] as const)(
    'the mail %s says what happened, when, from where, and what to do, in both languages',
    (template) => {
      const job = {
        kind: 'operator',
        template,
        to: 'jo@vendor.example',
        at: Date.parse('2026-01-10T12:34:00Z'),
      } as const;
      const facts = { device: 'Chrome, Windows', address: '203.0.113.7' };
      for (const language of ['en', 'de'] as const) {
        const content = writeOperatorMail({ ...job, language, facts });
        const values = (content.rows ?? []).map(([, value]) => value);
        expect(values.slice(1)).toEqual(['Chrome, Windows', '203.0.113.7']);
        expect(values[0]).toContain('12:34');
        expect(content.paragraphs.at(-1)).toMatch(/If this wasn't you|Wenn Sie das nicht waren/);
        expect(content.link?.path).toBe('/operator/');
      }
    },
  );
});
