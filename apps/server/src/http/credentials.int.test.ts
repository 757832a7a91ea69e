import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { type Client, inject } from '../../test/client.ts';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { makeMailSender, templatesSent } from '../../test/sent-mails.ts';
import { useHarness } from '../../test/use-harness.ts';

const FRESH = 'an entirely new phrase';

const h = useHarness();
const mailSender = makeMailSender(h);

/** A customer who may change everything, with nothing in the mail. */
const makeOwner = async (different: object = {}): Promise<Customer> => {
  const owner = await h.makeCustomer({ claims: defaultClaimPaths, ...different });
  await mailSender.deliver();
  return owner;
};

const changePassword = (client: Client, body: object) => client.post('/api/auth/me/change-password', body);
const askChange = (client: Client, body: object) => client.patch('/api/auth/me/email', body);
const confirm = (client: Client, secret: string) =>
  client.post<{ email: string }>('/api/auth/me/email/confirm', { token: secret });
const me = (client: Client) => client.get<{ user: { email: string; emailVerified: boolean } }>('/api/auth/me');
const refresh = (client: Client) =>
  inject(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken: client.refreshToken } });

const typeOf = ({ status, body }: Awaited<ReturnType<typeof refresh>>) => [status, body.error.type];

const changeLink = async (owner: Customer, email: string): Promise<string> => {
  const asked = await askChange(owner.client, { email, password: PASSWORD });
  expect(asked.status, asked.text).toBe(202);
  await mailSender.deliver();
  return mailSender.secretOf(email, '/#/cea/');
};

const eventTypes = async (owner: Customer) =>
  (
    await h.database.query<{ type: string }>('SELECT type FROM security_events WHERE account_id = $1 ORDER BY at, id', [
      owner.accountId,
    ])
  ).map(({ type }) => type);

describe('changing the password', () => {
  test('[SC-03, SC-06, INV-14] ends every other session, kills pending links, and its owner is told', async () => {
    const owner = await makeOwner();
    const other = await h.signIn(owner.email);
    const link = await changeLink(owner, `moving-${owner.email}`);
    const answer = await changePassword(owner.client, { password: PASSWORD, newPassword: FRESH });
    expect(answer.status, answer.text).toBe(200);

    expect((await me(owner.client)).status).toBe(200);
    expect(typeOf(await me(other))).toEqual([401, 'INVALID_TOKEN']);
    expect(typeOf(await refresh(other))).toEqual([401, 'INVALID_TOKEN']);
    expect(typeOf(await confirm(owner.client, link))).toEqual([400, 'INVALID_TOKEN']);
    expect(templatesSent(await mailSender.deliver())).toContainEqual(['password_changed', owner.email]);
    expect(await eventTypes(owner)).toContain('password_changed');
    await h.signIn(owner.email, FRESH);
  });

  test.each([
    ['PASSWORD_REQUIRED', 'password', { newPassword: FRESH }],
    ['PASSWORD_REQUIRED', 'password', { password: '', newPassword: FRESH }],
    ['INVALID_CREDENTIALS', 'password', { password: 'not the password', newPassword: FRESH }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD, newPassword: '' }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD, newPassword: 'seven c' }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD, newPassword: 'iloveyou' }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD, newPassword: 'AdaByron1' }],
    ['INVALID_PASSWORD', 'newPassword', { password: PASSWORD, newPassword: PASSWORD }],
  ])('[SC-02, SC-03, SC-08] is refused: %s of %s, %j', async (type, field, body) => {
    const owner = await makeOwner();
    const answer = await changePassword(owner.client, body);
    expect(typeOf(answer), answer.text).toEqual([400, type]);
    expect(answer.body.error.field).toBe(field);
    expect(await mailSender.deliver()).toEqual([]);
    await h.signIn(owner.email);
  });

  test('[SC-09, INV-20] without the claim it is forbidden, whatever was typed', async () => {
    const owner = await makeOwner({ claims: defaultClaimPaths.filter((path) => path !== 'usr:password:update') });
    const answer = await changePassword(owner.client, { password: 'anything', newPassword: FRESH });
    expect(typeOf(answer)).toEqual([403, 'FORBIDDEN']);
  });

  test('[INV-14] of two changes at once one happens, with the password that was there', async () => {
    const owner = await makeOwner();
    const phrases = ['the phrase of the first', 'the phrase of the other'];
    // both have proved the password before one of them may change it
    const { asked } = await h.database.transaction(async (sql) => {
      await sql.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [owner.userId]);
      const pending = phrases.map((newPassword) => changePassword(owner.client, { password: PASSWORD, newPassword }));
      const waiting = () =>
        h.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(2);
      return { asked: pending };
    });
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(templatesSent(await mailSender.deliver())).toEqual([['password_changed', owner.email]]);
    await h.signIn(owner.email, phrases[winner]);
  });

  test('[INV-26] a database that is lost at any step changes nothing, or everything', async () => {
    const owner = await makeOwner();
    let password = PASSWORD;
    for (let nth = 1; ; nth += 1) {
      h.wall.advance(HOUR_MS);
      owner.client.accessToken = (await h.signIn(owner.email, password)).accessToken;
      h.databaseFaults.arm(nth, 'before');
      const newPassword = `${FRESH} ${nth}`;
      const answer = await changePassword(owner.client, { password, newPassword });
      const reached = h.databaseFaults.disarm();
      if (answer.status === 200) password = newPassword;
      else expect(typeOf(answer)).toEqual([503, 'UNAVAILABLE']);
      await h.signIn(owner.email, password);
      if (!reached) break;
    }
    h.log.takeErrors();
  });
});

describe('changing the email address', () => {
  test('[SC-04, SC-11, SE-09, INV-14] happens when the link is followed; all sessions end; both addresses are told', async () => {
    const owner = await makeOwner();
    const old = owner.email;
    const email = `moved-${old}`;
    const other = await h.signIn(old);
    await mailSender.deliver();
    const asked = await askChange(owner.client, { email: ` ${email} `, password: PASSWORD });
    expect(asked.status, asked.text).toBe(202);
    expect(templatesSent(await mailSender.deliver())).toEqual([
      ['email_change_confirm', email],
      ['email_change_requested', old],
    ]);
    const [notice] = await h.mails(old, 1);
    expect(notice?.text).toContain(email);
    expect(notice?.text).not.toContain('/cea/');
    expect((await me(owner.client)).body.user.email).toBe(old);

    const secret = await mailSender.secretOf(email, '/#/cea/');
    const confirmed = await confirm(owner.client, secret);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(confirmed.body).toEqual({ email });
    expect(typeOf(await me(owner.client))).toEqual([401, 'INVALID_TOKEN']);
    expect(typeOf(await refresh(owner.client))).toEqual([401, 'INVALID_TOKEN']);
    expect(typeOf(await me(other))).toEqual([401, 'INVALID_TOKEN']);
    expect(templatesSent(await mailSender.deliver())).toEqual([
      ['email_changed', old],
      ['email_changed', email],
    ]);
    expect((await h.anonymous().post('/api/auth/sessions', { email: old, password: PASSWORD })).status).toBe(400);
    const client = await h.signIn(email);
    expect((await me(client)).body.user).toMatchObject({ email, emailVerified: true });
    expect(await eventTypes(owner)).toEqual(expect.arrayContaining(['email_change_requested', 'email_changed']));
    expect(typeOf(await confirm(client, secret))).toEqual([400, 'TOKEN_USED']);
  });

  test('[SC-11] [ASVS 3.5.3] by GET a program changes the address, and no link, frame, image, HEAD or page of another site', async () => {
    const owner = await makeOwner();
    const email = `fetched-${owner.email}`;
    const url = `/api/auth/me/email/confirm/${await changeLink(owner, email)}`;
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      inject(h.app, { method, url, headers: { 'x-is-at': owner.client.accessToken, ...headers } });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ])
      expect(typeOf(await ask(headers)), JSON.stringify(headers)).toEqual([403, 'FORBIDDEN']);
    expect((await ask({}, 'HEAD')).status).toBe(404);
    expect((await me(owner.client)).body.user.email).toBe(owner.email);

    const changed = await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
    expect([changed.status, changed.body]).toEqual([200, { email }]);
    await mailSender.deliver();
  });

  test('[SC-11] the link works signed out, and says INVALID_USER when another user is signed in', async () => {
    const owner = await makeOwner();
    const stranger = await makeOwner();
    const email = `elsewhere-${owner.email}`;
    const secret = await changeLink(owner, email);
    expect(typeOf(await confirm(stranger.client, secret))).toEqual([404, 'INVALID_USER']);
    // The stranger stays signed in, so that the page can show its text.
    expect((await me(stranger.client)).status).toBe(200);
    expect((await confirm(h.anonymous(), secret)).status).toBe(200);
    expect(typeOf(await confirm(stranger.client, secret))).toEqual([404, 'INVALID_USER']);
    await mailSender.deliver();
  });

  test.each([
    ['the same domain', 'test.arcwave.test', 'cleared'],
    ['another domain', 'lab.institute.example', 'none'],
  ])('[EX-01] a cleared account that changes to an address of %s', async (_what, domain, status) => {
    const owner = await makeOwner({ exportStatus: 'cleared' });
    expect((await confirm(owner.client, await changeLink(owner, `new-${owner.userId}@${domain}`))).status).toBe(200);
    const rows = await h.database.query('SELECT export_status FROM accounts WHERE id = $1', [owner.accountId]);
    expect(rows).toEqual([{ exportStatus: status }]);
    await mailSender.deliver();
  });

  test('[SC-11, INV-18] a link dies after an hour and by a newer one; a forged one is 400, not 401', async () => {
    const owner = await makeOwner();
    const first = await changeLink(owner, `first-${owner.email}`);
    const second = await changeLink(owner, `second-${owner.email}`);
    expect(typeOf(await confirm(owner.client, first))).toEqual([400, 'INVALID_TOKEN']);
    expect(typeOf(await confirm(owner.client, 'emt_x.forged'))).toEqual([400, 'INVALID_TOKEN']);
    h.wall.advance(HOUR_MS);
    expect(typeOf(await confirm(h.anonymous(), second))).toEqual([410, 'TOKEN_EXPIRED']);
  });

  test('[SC-11, INV-27] the link of a closed account: INVALID_USER', async () => {
    const owner = await makeOwner();
    const secret = await changeLink(owner, `closing-${owner.email}`);
    await h.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [owner.userId]);
    expect(typeOf(await confirm(h.anonymous(), secret))).toEqual([404, 'INVALID_USER']);
  });

  test('[INV-18] of two who follow one link at once, one changes it', async () => {
    const owner = await makeOwner();
    const secret = await changeLink(owner, `raced-${owner.email}`);
    const answers = await Promise.all([confirm(h.anonymous(), secret), confirm(h.anonymous(), secret)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(templatesSent(await mailSender.deliver())).toHaveLength(2);
  });

  test('[SC-08, INV-19] an address that is taken is "already" in use, within the mail limits', async () => {
    const owner = await makeOwner();
    const neighbour = await makeOwner();
    const taken = await askChange(owner.client, { email: neighbour.email.toUpperCase(), password: PASSWORD });
    expect(typeOf(taken)).toEqual([400, 'INVALID_EMAIL']);
    expect(taken.body.message).toMatch(/already/);
    expect(taken.body.error.code).toBe('email_taken');
    const own = await askChange(owner.client, { email: owner.email, password: PASSWORD });
    expect(own.body.message).toMatch(/already/);
    // Each address costs one of five mails, taken or not.
    for (let n = 0; n < 4; n += 1) {
      expect((await askChange(owner.client, { email: `guess-${n}-${owner.email}`, password: PASSWORD })).status).toBe(
        202,
      );
    }
    const limited = await askChange(owner.client, { email: neighbour.email, password: PASSWORD });
    expect(typeOf(limited)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3_000);
    await mailSender.deliver();
  });

  test('somebody else takes the address before the link is followed: it leads nowhere', async () => {
    const owner = await makeOwner();
    const neighbour = await makeOwner();
    const email = `wanted-${owner.email}`;
    const secret = await changeLink(owner, email);
    await h.database.query('UPDATE users SET email = $2 WHERE id = $1', [neighbour.userId, email]);
    expect(typeOf(await confirm(owner.client, secret))).toEqual([400, 'INVALID_TOKEN']);
    expect((await me(owner.client)).body.user.email).toBe(owner.email);
  });

  test.each([
    ['INVALID_EMAIL', 'email', { email: 'nobody', password: PASSWORD }],
    ['INVALID_EMAIL', 'email', { email: 'a@b.example;c@d.example', password: PASSWORD }],
    ['INVALID_REQUEST', 'email', { email: 'a@b.example\nBcc: c@d.example', password: PASSWORD }],
    ['PASSWORD_REQUIRED', 'password', { email: 'free@test.arcwave.test' }],
    ['PASSWORD_REQUIRED', 'password', { email: 'free@test.arcwave.test', password: '' }],
    ['INVALID_CREDENTIALS', 'password', { email: 'free@test.arcwave.test', password: 'not the password' }],
  ])('[SC-02, SC-08] is refused: %s of %s, %j', async (type, field, body) => {
    const owner = await makeOwner();
    const answer = await askChange(owner.client, body);
    expect(typeOf(answer), answer.text).toEqual([400, type]);
    expect(answer.body.error.field).toBe(field);
    expect(await mailSender.deliver()).toEqual([]);
  });

  test('[SC-09, INV-20] without the claim it is forbidden', async () => {
    const owner = await makeOwner({ claims: defaultClaimPaths.filter((path) => path !== 'usr:info:update') });
    const answer = await askChange(owner.client, { email: 'free@test.arcwave.test', password: PASSWORD });
    expect(typeOf(answer)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('verifying the current address', () => {
  test('[SC-07] the link is mailed, works in another browser, and is not mailed to a verified one', async () => {
    const owner = await makeOwner({ emailVerified: false });
    expect((await owner.client.post('/api/auth/verify-email')).status).toBe(202);
    expect(templatesSent(await mailSender.deliver())).toEqual([['verify_email', owner.email]]);
    const secret = await mailSender.secretOf(owner.email, '/id/#/verify/');
    const followed = await inject(h.app, { method: 'PUT', url: `/api/auth/verify-email/${secret}` });
    expect(followed.status, followed.text).toBe(204);
    expect((await me(owner.client)).body.user.emailVerified).toBe(true);
    expect(await eventTypes(owner)).toContain('email_verified');
    expect(typeOf(await owner.client.post('/api/auth/verify-email'))).toEqual([409, 'ALREADY_VERIFIED']);
  });

  test('[SC-07] three mails an hour, then 429 until the hour is over; several servers share the count', async () => {
    const owner = await makeOwner({ emailVerified: false });
    const ask = () => owner.client.post('/api/auth/verify-email');
    // At once, as from several servers: none slips through between look and count.
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429]);
    expect(await mailSender.deliver()).toHaveLength(3);
    const refused = await ask();
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    h.wall.advance(HOUR_MS);
    owner.client.accessToken = (await h.signIn(owner.email)).accessToken;
    expect((await ask()).status).toBe(202);
  });
});
