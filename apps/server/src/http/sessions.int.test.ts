import type { Me, TokenPair } from '@foyer/contract/api/auth';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { beforeEach, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, SECRET } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';
import { deriveKey } from '../derive-keys.ts';
import { makeAttemptKeys } from '../services/identity/count-login-attempt.ts';

const h = useHarness();
/** Each test calls from another address, so that no test uses up the limits of another. */
let remoteAddress = '';
let callers = 0;

beforeEach(() => {
  callers += 1;
  remoteAddress = `198.51.100.${callers}`;
});

const signIn = (email: string, password: string) =>
  inject<{ refreshToken: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password },
    remoteAddress,
  });
const refresh = (refreshToken: string) =>
  inject<TokenPair>(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
const me = (accessToken: string) => inject<Me>(h.app, { url: '/api/auth/me', headers: { 'x-is-at': accessToken } });

/** A fresh session: the token of the intake, as the sign-in site hands it over. */
const intake = async (customer: Customer): Promise<string> => {
  const signed = await signIn(customer.email, PASSWORD);
  expect(signed.status, signed.text).toBe(200);
  return signed.body.refreshToken;
};

const refreshed = async (token: string): Promise<TokenPair> => {
  const answer = await refresh(token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const expectInvalid = async (token: string) => {
  const answer = await refresh(token);
  expect(answer.status, answer.text).toBe(401);
  expect(answer.body.error.type).toBe('INVALID_TOKEN');
};

/** Time passes in the database, whose clock counts for the overlap. */
const age = ({ userId }: Customer, ms: number) =>
  h.database.query(
    `UPDATE sessions SET stepped_at = stepped_at - $2 * interval '1 millisecond',
       late_at = late_at - $2 * interval '1 millisecond' WHERE user_id = $1`,
    [userId, ms],
  );

const mailsTo = ({ email }: Customer) =>
  h.queued.flatMap((mail) => ('kind' in mail && mail.to === email && 'template' in mail ? [mail.template] : []));

/** Expects that the session has ended for every token, and that its owner got one mail. */
const expectEnded = async (customer: Customer, ...tokens: string[]) => {
  for (const token of tokens) await expectInvalid(token);
  expect((await events(customer)).filter(({ type }) => type === 'refresh_reused')).toHaveLength(1);
  expect(mailsTo(customer).filter((template) => template === 'refresh_reused')).toHaveLength(1);
};

const events = (customer: Customer) =>
  h.database.query<{ type: string }>('SELECT type FROM security_events WHERE account_id = $1 ORDER BY at, id', [
    customer.accountId,
  ]);

describe('signing in', () => {
  test('an address in any letter case and its secret give a session that shows its user', async () => {
    const customer = await h.makeCustomer();
    const signed = await signIn(` ${customer.email.toUpperCase()} `, PASSWORD);
    expect(signed.status, signed.text).toBe(200);
    const { accessToken } = await refreshed(signed.body.refreshToken);
    const { body } = await me(accessToken);
    expect(body.user).toMatchObject({
      id: customer.userId,
      email: customer.email,
      firstName: 'Ada',
      paymentMethodStatus: 'none',
    });
    expect(body.user.addresses.map(({ city }) => city)).toEqual(['Boston']);
    expect(body.token.claims).toEqual({ drive: {}, tron: {} });
  });

  test('[SE-11] [INV-19] a wrong secret and an unknown address get one and the same answer', async () => {
    const customer = await h.makeCustomer();
    const wrong = await signIn(customer.email, 'not the secret');
    const unknown = await signIn('stranger@test.arcwave.test', 'not the secret');
    const anonymous = ({ status, body, headers }: typeof wrong) => ({
      status,
      body: { ...body, error: { ...body.error, requestId: '' } },
      headers: { ...headers, date: '', 'x-request-id': '', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.type).toBe('INVALID_CREDENTIALS');
    expect(anonymous(unknown)).toEqual(anonymous(wrong));
  });

  test.each(['known', 'unknown'])(
    'five wrong secrets lock an address that is %s for a minute, then longer',
    async (kind) => {
      const customer = await h.makeCustomer();
      const email = kind === 'known' ? customer.email : `locked-${customer.email}`;
      for (let n = 0; n < 5; n += 1) expect((await signIn(email, `wrong ${n}`)).status).toBe(400);
      const locked = await signIn(email, PASSWORD);
      expect(locked.status).toBe(429);
      expect(locked.body.error.type).toBe('RATE_LIMITED');
      const seconds = Number(locked.headers['retry-after']);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);

      h.wall.advance(61 * SECOND_MS);
      expect((await signIn(email, 'wrong again')).status).toBe(400);
      const longer = await signIn(email, PASSWORD);
      expect(longer.status).toBe(429);
      expect(Number(longer.headers['retry-after'])).toBeGreaterThan(100);

      h.wall.advance(2 * MINUTE_MS + SECOND_MS);
      if (kind === 'known') expect((await signIn(email, PASSWORD)).status).toBe(200);
      else expect((await signIn(email, PASSWORD)).status).toBe(400);
    },
  );

  test('a right secret forgets the wrong ones before it', async () => {
    const customer = await h.makeCustomer();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await signIn(customer.email, 'wrong')).status).toBe(400);
      expect((await signIn(customer.email, PASSWORD)).status).toBe(200);
    }
  });

  test('wrong guesses at the same moment all count: the next one is locked out', async () => {
    const customer = await h.makeCustomer();
    const guesses = 7;
    // Holds every guess where it is about to be counted, so that all of them have looked before one is.
    await h.database
      .transaction(async (sql) => {
        await sql.query('LOCK TABLE failure_counters IN SHARE MODE');
        const answers = Promise.all(Array.from({ length: guesses }, (_, n) => signIn(customer.email, `guess ${n}`)));
        const waiting = () =>
          sql.query(`SELECT 1 FROM pg_locks WHERE relation = 'failure_counters'::regclass AND NOT granted`);
        await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(guesses);
        return () => answers;
      })
      .then((release) => release());
    expect((await signIn(customer.email, 'one more guess')).status).toBe(429);
  });

  test('of 20 simultaneous wrong guesses five are checked and count against the caller', async () => {
    const customer = await h.makeCustomer();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signIn(customer.email, `guess ${n}`)));
    const types = answers.map(({ body }) => body.error.type).sort();
    expect(types).toEqual([...Array(5).fill('INVALID_CREDENTIALS'), ...Array(15).fill('RATE_LIMITED')]);
    const caller = await h.database.query<{ count: number }>(
      'SELECT count FROM rate_windows WHERE key = $1 AND window_ms = $2',
      [makeAttemptKeys(deriveKey(SECRET, 'failure counters')).callerKeys(remoteAddress)[0]?.key, MINUTE_MS],
    );
    expect(caller).toEqual([{ count: 5 }]);
  });

  test('success and failure are remembered, without a secret', async () => {
    const customer = await h.makeCustomer();
    await signIn(customer.email, 'wrong');
    expect((await events(customer)).map(({ type }) => type)).toEqual(['signed_in', 'sign_in_failed']);
  });

  test('[INV-13] the 21st session ends the oldest', async () => {
    const customer = await h.makeCustomer();
    const first = customer.client;
    const second = await h.signIn(customer.email);
    for (let n = 0; n < 18; n += 1) await intake(customer);
    expect((await me(first.accessToken)).status).toBe(200);
    await intake(customer);
    expect((await me(first.accessToken)).body.error.type).toBe('INVALID_TOKEN');
    await expectInvalid(first.refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
  });
});

describe('[INV-15] refresh tokens', () => {
  test('[SE-12] every refresh gives a successor, and the one before is worth nothing later', async () => {
    const customer = await h.makeCustomer();
    const first = await intake(customer);
    const second = await refreshed(first);
    expect(second.refreshToken).not.toBe(first);
    expect((await me(second.accessToken)).status).toBe(200);
    const third = await refreshed(second.refreshToken);
    h.wall.advance(11 * SECOND_MS);
    await expectInvalid(first); // two steps back: a copy in other hands
    await expectInvalid(third.refreshToken); // and the family is over
    expect((await me(third.accessToken)).body.error.type).toBe('INVALID_TOKEN');
    expect((await events(customer)).map(({ type }) => type)).toContain('refresh_reused');
    const told = h.queued.filter((mail) => 'kind' in mail && mail.to === customer.email);
    expect(told).toContainEqual(expect.objectContaining({ template: 'refresh_reused' }));
  });

  test('ten simultaneous reuses end the family once, and send the owner one mail', async () => {
    const customer = await h.makeCustomer();
    const first = await intake(customer);
    await refreshed((await refreshed(first)).refreshToken);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect((await events(customer)).filter(({ type }) => type === 'refresh_reused')).toHaveLength(1);
    const told = h.queued.filter((mail) => 'kind' in mail && mail.to === customer.email);
    expect(told.filter((mail) => 'template' in mail && mail.template === 'refresh_reused')).toHaveLength(1);
  });

  test('ten simultaneous refreshes get the same successor, and the session stays', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken } = await refreshed(await intake(customer));
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    for (const { body } of answers) expect((await me(body.accessToken)).status).toBe(200);
    expect((await events(customer)).map(({ type }) => type)).not.toContain('refresh_reused');
  });

  test('ten at the same moment with the token of the intake, too', async () => {
    const token = await intake(await h.makeCustomer());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
  });

  test('the one before is taken within 10 s, and once more within two minutes: the answer was lost', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken: token } = await refreshed(await intake(customer));
    const { refreshToken: successor } = await refreshed(token);
    await age(customer, 9 * SECOND_MS);
    expect((await refreshed(token)).refreshToken).toBe(successor);
    await age(customer, 100 * SECOND_MS);
    expect((await refreshed(token)).refreshToken).toBe(successor);
    const next = await refreshed(successor);
    await age(customer, 11 * SECOND_MS);
    await expectInvalid(token);
    await expectInvalid(next.refreshToken);
  });

  test('[M1] the one before is a copy once more than two minutes have passed', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken: token } = await refreshed(await intake(customer));
    const { refreshToken: successor } = await refreshed(token);
    await age(customer, 2 * MINUTE_MS + SECOND_MS);
    await expectInvalid(token);
    await expectEnded(customer, successor);
  });

  test('[M1] thief and owner take turns, 11 s apart: the second late use ends the session and mails the owner', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken: copied } = await refreshed(await intake(customer));
    const second = await refreshed(copied);
    await age(customer, 11 * SECOND_MS);
    expect((await refreshed(copied)).refreshToken).toBe(second.refreshToken); // looks like a lost answer
    await age(customer, 11 * SECOND_MS);
    const third = await refreshed(second.refreshToken);
    await age(customer, 11 * SECOND_MS);
    await expectInvalid(second.refreshToken);
    await expectEnded(customer, third.refreshToken);
    expect((await me(third.accessToken)).body.error.type).toBe('INVALID_TOKEN');
  });

  test('[M1] a copy that never presents the newest token: its second late use ends the session', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken: copied } = await refreshed(await intake(customer));
    const { refreshToken: newest } = await refreshed(copied);
    await age(customer, 11 * SECOND_MS);
    await refreshed(copied);
    await age(customer, 11 * SECOND_MS);
    await expectInvalid(copied);
    await expectEnded(customer, newest);
  });

  test('[INV-15, M1] ten late uses at the same moment are one: all get the same successor', async () => {
    const customer = await h.makeCustomer();
    const { refreshToken: token } = await refreshed(await intake(customer));
    const { refreshToken: successor } = await refreshed(token);
    await age(customer, 11 * SECOND_MS);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(answers.map(({ body }) => body.refreshToken)).toEqual(Array(10).fill(successor));
    expect((await me((await refreshed(successor)).accessToken)).status).toBe(200);
  });

  test('[SE-12] the token of the intake has only the 10 s, because it was in an address', async () => {
    const customer = await h.makeCustomer();
    const token = await intake(customer);
    const { refreshToken: successor } = await refreshed(token);
    await age(customer, 9 * SECOND_MS);
    expect((await refreshed(token)).refreshToken).toBe(successor);
    await age(customer, 2 * SECOND_MS);
    await expectInvalid(token);
    await expectInvalid(successor);
    expect((await events(customer)).filter(({ type }) => type === 'refresh_reused')).toHaveLength(1);
  });

  test.each([MINUTE_MS, -MINUTE_MS])(
    'the 10 s are the database’s: two servers, each %i ms off its own way',
    async (off) => {
      const customer = await h.makeCustomer();
      const token = await intake(customer);
      h.wall.advance(off);
      const { refreshToken: successor } = await refreshed(token);
      h.wall.advance(-2 * off);
      expect((await refreshed(token)).refreshToken).toBe(successor); // a race of two tabs is no theft
      await age(customer, 11 * SECOND_MS);
      await expectInvalid(token); // and a theft is no race
      expect((await events(customer)).map(({ type }) => type)).toContain('refresh_reused');
    },
  );

  test('a session ends after 14 days without a refresh and after 30 days with', async () => {
    const customer = await h.makeCustomer();
    let pair = await refreshed(await intake(customer));
    expect(Date.parse(pair.refreshExpiresAt) - h.wall.now()).toBeGreaterThan(13.9 * DAY_MS);
    h.wall.advance(13 * DAY_MS);
    pair = await refreshed(pair.refreshToken);
    h.wall.advance(13 * DAY_MS);
    pair = await refreshed(pair.refreshToken);
    expect(Date.parse(pair.refreshExpiresAt) - h.wall.now()).toBeLessThan(4.1 * DAY_MS); // the 30 days are near
    h.wall.advance(5 * DAY_MS);
    await expectInvalid(pair.refreshToken);

    h.wall.reset();
    const idle = await refreshed(await intake(customer));
    h.wall.advance(14 * DAY_MS + SECOND_MS);
    await expectInvalid(idle.refreshToken);
  });

  test('[M2] the token of a sign-in lives two minutes until it is used', async () => {
    const late = await intake(await h.makeCustomer());
    const customer = await h.makeCustomer();
    const signedInAt = h.wall.now();
    const used = await intake(customer);
    // The clock runs on: a margin of one second was too short on a busy machine.
    h.wall.set(signedInAt + 2 * MINUTE_MS - 5 * SECOND_MS);
    const pair = await refreshed(used);
    expect(Date.parse(pair.refreshExpiresAt) - h.wall.now()).toBeGreaterThan(13.9 * DAY_MS);
    h.wall.set(signedInAt + 2 * MINUTE_MS);
    await expectInvalid(late);
  });

  test('an access token lasts five minutes', async () => {
    const { client } = await h.makeCustomer();
    h.wall.advance(4 * MINUTE_MS + 50 * SECOND_MS);
    expect((await me(client.accessToken)).status).toBe(200);
    h.wall.advance(11 * SECOND_MS);
    expect((await me(client.accessToken)).body.error.type).toBe('UNAUTHORIZED');
    expect((await client.get('/api/account/me')).body.error.type).toBe('UNAUTHORIZED');
  });

  test('a withdrawn claim is gone at once', async () => {
    const customer = await h.makeCustomer();
    await h.database.query(`UPDATE users SET claims = claims - 'tron' WHERE id = $1`, [customer.userId]);
    expect((await me(customer.client.accessToken)).body.token.claims).toEqual({ drive: {} });
  });
});
