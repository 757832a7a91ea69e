import { DAY_MS, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { beforeEach, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, SECRET } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';
import { deriveKey } from '../derive-keys.ts';
import { makeAttemptKeys } from '../services/identity/count-login-attempt.ts';

const h = useHarness();
let callers = 0;
/** Each test calls from another address. */
let remoteAddress = '';

beforeEach(() => {
  callers += 1;
  remoteAddress = `203.0.113.${callers}`;
});

interface Try {
  readonly password?: string;
  readonly device?: string;
  readonly from?: string;
  readonly userAgent?: string;
}

const signIn = (email: string, { password = PASSWORD, device, from = remoteAddress, userAgent = 'test' }: Try = {}) =>
  inject<{ refreshToken: string; device: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password, ...(device === undefined ? {} : { device }) },
    headers: { 'user-agent': userAgent },
    remoteAddress: from,
  });

const wrong = { password: 'not the password' };

const typeOf = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => (status === 200 ? 'ok' : body.error.type);

const mailsTo = (email: string, template: string) =>
  h.queued.filter((mail) => 'kind' in mail && mail.to === email && mail.template === template);

const keys = makeAttemptKeys(deriveKey(SECRET, 'failure counters'));

/** As if so many wrong guesses had been made one after the other, with the waiting between them over. */
const setFailures = async (email: string, failures: number) => {
  await signIn(email, wrong);
  await h.database.query('UPDATE failure_counters SET failures = $2, locked_until = NULL WHERE key = $1', [
    keys.emailKey(email),
    failures,
  ]);
};

describe('[SE-11] a stranger cannot lock a user out of a known device', () => {
  test('strangers lock the email; its owner gets in from the device that signed in before, again and again', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    expect(device).toMatch(/^dev_/);
    for (let n = 0; n < 6; n += 1) await signIn(customer.email, { ...wrong, from: '198.51.100.66' });
    expect((await signIn(customer.email)).status).toBe(429);
    const back = await signIn(customer.email, { device });
    expect(typeOf(back)).toBe('ok');
    expect(back.body.device).toBe(device);
    expect((await signIn(customer.email)).status).toBe(429); // which opened nothing for strangers
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
  });

  test('nor by using up what the owner’s own address may get wrong', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    for (let n = 0; n < 31; n += 1) await signIn(`nobody-${n}@test.arcwave.test`, wrong);
    expect((await signIn(customer.email)).status).toBe(429);
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
  });

  test('a stolen device token has the usual five guesses, and locks only itself', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    for (let n = 0; n < 5; n += 1) {
      expect(typeOf(await signIn(customer.email, { ...wrong, device }))).toBe('INVALID_CREDENTIALS');
    }
    expect((await signIn(customer.email, { device })).status).toBe(429);
    expect(typeOf(await signIn(customer.email))).toBe('ok');
    h.wall.advance(MINUTE_MS + SECOND_MS);
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
  });

  test('simultaneous guesses from a known device all count: five are checked', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(customer.email, { ...wrong, device })));
    const types = answers.map(typeOf).sort();
    expect(types).toEqual([...Array(5).fill('INVALID_CREDENTIALS'), ...Array(7).fill('RATE_LIMITED')]);
  });

  test('a caller with the id of a device but without its token cannot use up its guesses', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    const forged = `${device.split('.')[0]}.${'A'.repeat(43)}`;
    for (let n = 0; n < 6; n += 1) await signIn(customer.email, { ...wrong, device: forged, from: '198.51.100.68' });
    expect(typeOf(await signIn(customer.email, { ...wrong, device }))).toBe('INVALID_CREDENTIALS');
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
  });

  test.each<[string, (device: string, other: string) => string]>([
    ['of another user', (_device, other) => other],
    ['with a byte changed', (device) => `${device.slice(0, -2)}${device.at(-2) === 'A' ? 'B' : 'A'}${device.at(-1)}`],
    ['of a made-up device', (device) => device.replace(/^dev_\w{4}/, 'dev_0000')],
    ['that is nothing of the kind', () => 'dev_'],
  ])('a device token %s is none: it is counted with everybody', async (_name, forge) => {
    const [customer, stranger] = [await h.makeCustomer(), await h.makeCustomer()];
    const mine = (await signIn(customer.email)).body.device;
    const device = forge(mine, (await signIn(stranger.email)).body.device);
    for (let n = 0; n < 5; n += 1) await signIn(customer.email, wrong);
    expect((await signIn(customer.email, { device })).status).toBe(429);
  });

  test('a device known before a new password has no separate guesses for the new password', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    h.wall.advance(MINUTE_MS);
    await h.database.query('UPDATE users SET password_changed_at = $2 WHERE id = $1', [
      customer.userId,
      new Date(h.wall.now()),
    ]);
    h.wall.advance(MINUTE_MS);
    for (let n = 0; n < 5; n += 1) await signIn(customer.email, { ...wrong, from: '198.51.100.67' });
    expect((await signIn(customer.email, { device })).status).toBe(429);
    h.wall.advance(MINUTE_MS + SECOND_MS);
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
    expect(mailsTo(customer.email, 'new_device')).toHaveLength(1); // of the first sign-in above; this one is known
  });
});

describe('[BY-06] the owner gets a mail', () => {
  test('of a new device on an account that was used before, with what it is; never of a known one', async () => {
    const customer = await h.makeCustomer(); // signs in for the first time
    expect(mailsTo(customer.email, 'new_device')).toEqual([]);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const { device } = (await signIn(customer.email, { userAgent })).body;
    expect(mailsTo(customer.email, 'new_device')).toEqual([
      expect.objectContaining({
        accountId: customer.accountId,
        firstName: 'Ada',
        facts: expect.objectContaining({ device: 'Firefox, Linux', address: remoteAddress }),
      }),
    ]);
    await signIn(customer.email, { device, userAgent });
    expect(mailsTo(customer.email, 'new_device')).toHaveLength(1);
  });

  test('of a lock once, not for each guess after it', async () => {
    const customer = await h.makeCustomer();
    for (let n = 0; n < 4; n += 1) await signIn(customer.email, wrong);
    expect(mailsTo(customer.email, 'sign_in_locked')).toEqual([]);
    await signIn(customer.email, wrong);
    expect(mailsTo(customer.email, 'sign_in_locked')).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) {
      h.wall.advance(10 * MINUTE_MS);
      await signIn(customer.email, wrong);
    }
    expect(mailsTo(customer.email, 'sign_in_locked')).toHaveLength(1);
  });

  test('[INV-19] guesses at an unknown address send no mail', async () => {
    const before = h.queued.length;
    for (let n = 0; n < 6; n += 1) await signIn('stranger-7@test.arcwave.test', wrong);
    expect(h.queued.length).toBe(before);
  });
});

describe('after 100 wrong passwords in a row', () => {
  test('waiting does not help, the answer is that of any lock, and the owner gets another mail', async () => {
    const customer = await h.makeCustomer();
    await setFailures(customer.email, 99);
    expect(typeOf(await signIn(customer.email, wrong))).toBe('INVALID_CREDENTIALS');
    expect(mailsTo(customer.email, 'sign_in_locked')).toEqual([
      expect.objectContaining({ facts: expect.objectContaining({ resetNeeded: 'yes' }) }),
    ]);
    h.wall.advance(400 * DAY_MS);
    const refused = await signIn(customer.email);
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBe(15 * 60);
  });

  test('[INV-19] an address that does not exist ends the same way', async () => {
    const email = 'stranger-8@test.arcwave.test';
    await setFailures(email, 99);
    expect(typeOf(await signIn(email, wrong))).toBe('INVALID_CREDENTIALS');
    h.wall.advance(400 * DAY_MS);
    expect(Number((await signIn(email)).headers['retry-after'])).toBe(15 * 60);
  });

  test('a new password signs in at once', async () => {
    const customer = await h.makeCustomer();
    await setFailures(customer.email, 99);
    await signIn(customer.email, wrong);
    expect((await signIn(customer.email)).status).toBe(429);
    h.wall.advance(SECOND_MS);
    await h.database.query('UPDATE users SET password_changed_at = $2 WHERE id = $1', [
      customer.userId,
      new Date(h.wall.now()),
    ]);
    expect(typeOf(await signIn(customer.email))).toBe('ok');
  });

  test('a known device still gets in', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer.email)).body;
    await setFailures(customer.email, 100);
    await signIn(customer.email, wrong);
    expect((await signIn(customer.email)).status).toBe(429);
    expect(typeOf(await signIn(customer.email, { device }))).toBe('ok');
  });
});

describe('limits of wrong guesses of one caller', () => {
  test('30 in a minute over all accounts, then 429 until it is over; others go on', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect(typeOf(await signIn(`guessed-${n}@test.arcwave.test`, wrong))).toBe('INVALID_CREDENTIALS');
    }
    const customer = await h.makeCustomer();
    const refused = await signIn(customer.email);
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(typeOf(await signIn(customer.email, { from: '198.51.100.80' }))).toBe('ok');
    h.wall.advance(MINUTE_MS + SECOND_MS);
    expect(typeOf(await signIn(customer.email))).toBe('ok');
  });

  test('correct sign-ins do not count, in any number', async () => {
    const customer = await h.makeCustomer();
    for (let n = 0; n < 35; n += 1) expect(typeOf(await signIn(customer.email))).toBe('ok');
  });

  test('one household of IPv6 is one caller', async () => {
    const from = (n: number) => `2001:db8:7:7::${n.toString(16)}`;
    for (let n = 0; n < 30; n += 1) await signIn(`guessed-${n}@test.arcwave.test`, { ...wrong, from: from(n) });
    expect((await signIn('anybody@test.arcwave.test', { from: from(99) })).status).toBe(429);
    expect((await signIn('anybody@test.arcwave.test', { from: '2001:db8:7:8::1' })).status).toBe(400);
  });
});

describe('an account that only allows certain networks', () => {
  const restrict = (customer: Customer, ranges: string | null) =>
    h.database.query('UPDATE users SET cidr_restriction = $2 WHERE id = $1', [customer.userId, ranges]);

  test('outside: refused in its words, to the right password alone', async () => {
    const customer = await h.makeCustomer();
    await restrict(customer, '192.0.2.0/24, 2001:db8::/32');
    const outside = await signIn(customer.email);
    expect([outside.status, outside.body.error.type]).toEqual([400, 'INVALID_CREDENTIALS']);
    expect(outside.body.message).toBe('This account only allows certain network addresses.');
    expect((await signIn(customer.email, wrong)).body.message).not.toContain('network');
    expect(typeOf(await signIn(customer.email, { from: '192.0.2.9' }))).toBe('ok');
    expect(typeOf(await signIn(customer.email, { from: '2001:db8:9::9' }))).toBe('ok');
    await restrict(customer, null);
    expect(typeOf(await signIn(customer.email))).toBe('ok');
  });
});

test('[INV-14] a password that changes between the check and the session begins none', async () => {
  const customer = await h.makeCustomer();
  let answer: ReturnType<typeof signIn> | null = null;
  await h.database.transaction(async (sql) => {
    // The check has read the old hash; the session waits for this lock.
    await sql.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [customer.userId]);
    answer = signIn(customer.email);
    const waiting = () => sql.query('SELECT 1 FROM pg_locks WHERE NOT granted');
    await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
    await sql.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [customer.userId]);
  });
  expect(typeOf(await (answer as unknown as ReturnType<typeof signIn>))).toBe('INVALID_CREDENTIALS');
});

test('wrong guesses of the past go when a newcomer makes one', async () => {
  for (let n = 0; n < 9; n += 1) await signIn(`long-ago-${n}@test.arcwave.test`, wrong);
  h.wall.advance(31 * DAY_MS);
  const old = async () => {
    const [row] = await h.database.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM failure_counters
       WHERE last_failure_at < $1 AND (locked_until IS NULL OR locked_until < $1)`,
      [new Date(h.wall.now() - 30 * DAY_MS)],
    );
    return row?.n ?? 0;
  };
  const before = await old();
  await signIn('newcomer@test.arcwave.test', wrong);
  expect(before - (await old())).toBe(8);
  await signIn('newcomer@test.arcwave.test', wrong);
  expect(before - (await old())).toBe(8);
});
