import { DAY_MS, HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { makeMailSender, templatesSent } from '../../test/sent-mails.ts';
import { useHarness } from '../../test/use-harness.ts';
import { makeVisitor, withoutIds } from '../../test/visitor.ts';

const h = useHarness();
const mailSender = makeMailSender(h);
const visitor = makeVisitor(h);

describe('a forgotten password', () => {
  test('[SE-11, INV-14] the link sets a new one, ends every session, and its owner is told', async () => {
    visitor.next();
    const customer = await h.makeCustomer({ emailVerified: false });
    await mailSender.deliver();
    expect((await visitor.requestPasswordReset(` ${customer.email.toUpperCase()}`)).status).toBe(202);
    expect(templatesSent(await mailSender.deliver())).toEqual([['password_reset', customer.email]]);
    const secret = await mailSender.secretOf(customer.email, '/id/#/reset/');

    const refused = await visitor.reset(secret, 'sunshine1');
    expect([refused.status, refused.body.error.type]).toEqual([400, 'INVALID_PASSWORD']);
    const aboutOwner = await visitor.reset(secret, `${customer.email}`);
    expect(aboutOwner.body.error.type).toBe('INVALID_PASSWORD');

    const answer = await visitor.reset(secret, 'an entirely new phrase');
    expect(answer.status, answer.text).toBe(204);
    const old = await customer.client.get('/api/auth/me');
    expect([old.status, old.body.error.type]).toEqual([401, 'INVALID_TOKEN']);
    expect((await visitor.signIn(customer.email, PASSWORD)).status).toBe(400);
    const client = await h.signIn(customer.email, 'an entirely new phrase');
    // Who follows the link reads the mail of the address.
    const me = await client.get<{ emailConfirmed: boolean }>('/api/auth/me');
    expect(me.body.emailConfirmed).toBe(true);
    expect(templatesSent(await mailSender.deliver())).toContainEqual(['password_reset_done', customer.email]);
    const events = await h.database.query<{ type: string }>(
      `SELECT type FROM security_events WHERE account_id = $1 AND type LIKE 'password%' ORDER BY at, id`,
      [customer.accountId],
    );
    expect(events.map(({ type }) => type)).toEqual(['password_reset_requested', 'password_reset']);
  });

  test('[INV-19] asked for a known and an unknown address: same answer, same work', async () => {
    const customer = await h.makeCustomer();
    visitor.next();
    await mailSender.deliver();
    const measured = async (email: string) => {
      h.databaseFaults.arm(Number.POSITIVE_INFINITY, 'before');
      const queued = h.queued.length;
      const answer = await visitor.requestPasswordReset(email);
      const jobs = h.queued.slice(queued).map((job) => ('kind' in job ? job.kind : ''));
      return { answer, work: { statements: h.databaseFaults.statements(), jobs } };
    };
    // The first call from an address makes its counters.
    await visitor.requestPasswordReset('warm-up@test.arcwave.test');
    const known = await measured(customer.email);
    const unknown = await measured('nobody-at-all@test.arcwave.test');
    const nonsense = await measured('not an address');
    h.databaseFaults.disarm();
    expect(known.answer.status).toBe(202);
    expect(withoutIds(known.answer)).toEqual(withoutIds(unknown.answer));
    expect(known.work).toEqual(unknown.work);
    expect(nonsense.work).toEqual(unknown.work);
    expect(templatesSent(await mailSender.deliver())).toEqual([['password_reset', customer.email]]);
  });

  test('[INV-18] a link works once, not after its hour, and not once a newer one is there', async () => {
    visitor.next();
    const customer = await h.makeCustomer();
    const next = async () => {
      expect((await visitor.requestPasswordReset(customer.email)).status).toBe(202);
      await mailSender.deliver();
      return mailSender.secretOf(customer.email, '/id/#/reset/');
    };
    const refusal = async (secret: string) => {
      const { status, body } = await visitor.reset(secret, 'an entirely new phrase');
      return [status, body.error.type];
    };
    const first = await next();
    const second = await next();
    expect(await refusal(first)).toEqual([400, 'INVALID_TOKEN']);
    h.wall.advance(HOUR_MS);
    expect(await refusal(second)).toEqual([410, 'TOKEN_EXPIRED']);
    const third = await next();
    h.wall.advance(HOUR_MS - MINUTE_MS);
    expect((await visitor.reset(third, 'an entirely new phrase')).status).toBe(204);
    expect(await refusal(third)).toEqual([400, 'TOKEN_USED']);
  });

  test('[INV-18] of two who follow one link at once, one sets the password', async () => {
    visitor.next();
    const customer = await h.makeCustomer();
    await visitor.requestPasswordReset(customer.email);
    await mailSender.deliver();
    const secret = await mailSender.secretOf(customer.email, '/id/#/reset/');
    const phrases = ['the phrase of the first', 'the phrase of the other'];
    const answers = await Promise.all(phrases.map((phrase) => visitor.reset(secret, phrase)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error.type).toBe('TOKEN_USED');
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await visitor.signIn(customer.email, phrases[winner] ?? '')).status).toBe(200);
  });

  test('[INV-18] a verification link opens no account, forged ones nothing', async () => {
    const person = visitor.next();
    await visitor.register(person);
    await mailSender.deliver();
    const secret = await mailSender.secretOf(person.email, '/id/#/verify/');
    const last = secret.at(-1) === 'A' ? 'B' : 'A';
    const forged = [
      `${secret.slice(0, -1)}${last}`,
      `${secret}A`,
      secret.replace('emt_', 'emt_0'),
      secret.split('.')[0],
      'x',
    ];
    for (const text of [secret, ...forged]) {
      const answer = await visitor.reset(text ?? '', 'an entirely new phrase');
      expect([answer.status, answer.body.error.type], text).toEqual([400, 'INVALID_TOKEN']);
    }
    // the page tells this one from a password that it does not take
    const { status, body } = await visitor.reset('x'.repeat(101), 'an entirely new phrase');
    expect([status, body.error.type, body.error.field]).toEqual([400, 'INVALID_REQUEST', 'token']);
    for (const text of forged) expect((await visitor.verify(text ?? '')).body.error.type).toBe('INVALID_TOKEN');
    h.wall.advance(DAY_MS);
    expect((await visitor.verify(secret)).body.error.type).toBe('TOKEN_EXPIRED');
  });

  test('[INV-18] the link of a closed account says that its user is gone', async () => {
    visitor.next();
    const customer = await h.makeCustomer();
    await visitor.requestPasswordReset(customer.email);
    await mailSender.deliver();
    const secret = await mailSender.secretOf(customer.email, '/id/#/reset/');
    await h.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [customer.userId]);
    const answer = await visitor.reset(secret, 'an entirely new phrase');
    expect([answer.status, answer.body.error.type]).toEqual([404, 'INVALID_USER']);
  });
});

describe('limits', () => {
  test('[INV-19] three mails an hour go to an address; asking goes on being answered alike', async () => {
    visitor.next();
    const customer = await h.makeCustomer();
    await mailSender.deliver();
    for (let n = 0; n < 5; n += 1) expect((await visitor.requestPasswordReset(customer.email)).status).toBe(202);
    expect(await mailSender.deliver()).toHaveLength(3);
    h.wall.advance(HOUR_MS);
    expect((await visitor.requestPasswordReset(customer.email)).status).toBe(202);
    expect(await mailSender.deliver()).toHaveLength(1);
  });

  test('[INV-19] other mails to an address, whoever asks for them, do not shut its way back in', async () => {
    visitor.next();
    const customer = await h.makeCustomer();
    await mailSender.deliver();
    const other = { email: customer.email, password: 'an entirely new phrase', firstName: 'Not', lastName: 'Them' };
    for (let n = 0; n < 4; n += 1) expect((await visitor.register(other)).status).toBe(201);
    expect(await mailSender.deliver()).toHaveLength(3);
    expect((await visitor.requestPasswordReset(customer.email)).status).toBe(202);
    expect(await mailSender.deliver()).toHaveLength(1);
  });

  test('[INV-19] calls that need no session: 30 a minute from an address, then 429 with Retry-After', async () => {
    visitor.next();
    for (let n = 0; n < 30; n += 1) expect((await visitor.verify('x')).status).toBe(400);
    const refused = await visitor.requestPasswordReset('anybody@test.arcwave.test');
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await visitor.register({ ...visitor.next() })).status, 'another address').toBe(201);
    await mailSender.deliver();
  });

  test('one IPv6 site is one caller', async () => {
    const from = (address: string) =>
      inject(h.app, { method: 'PUT', url: '/api/auth/verify-email/x', remoteAddress: address });
    for (let n = 0; n < 30; n += 1) expect((await from(`2001:db8:1:2::${n.toString(16)}`)).status).toBe(400);
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(400);
  });

  test('[L15] the networks of one IPv6 site share ten times the limit of one, and a refused one takes none of it', async () => {
    const from = async (network: number) =>
      (
        await inject(h.app, {
          method: 'PUT',
          url: '/api/auth/verify-email/x',
          remoteAddress: `2001:db8:15:${network.toString(16)}::1`,
        })
      ).status;
    for (let n = 0; n < 60; n += 1) expect(await from(0)).toBe(n < 30 ? 400 : 429);
    for (let n = 0; n < 270; n += 1) expect(await from(1 + Math.floor(n / 27)), `call ${n}`).toBe(400);
    expect(await from(99)).toBe(429);
  });

  test('counters of the past go when somebody passes by', async () => {
    h.wall.advance(2 * HOUR_MS);
    for (let n = 0; n < 40; n += 1) {
      visitor.next();
      await visitor.verify('x');
    }
    const [past] = await h.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM rate_windows WHERE ends_at <= $1',
      [new Date(h.wall.now())],
    );
    expect(past?.n).toBe(0);
  });
});
