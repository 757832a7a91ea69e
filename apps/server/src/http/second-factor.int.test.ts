import type { Me } from '@foyer/contract/api/auth';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { beforeEach, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, SECRET } from '../../test/harness.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { beginTwoStep, call, createRecoveryCodes, makeSignInCalls, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';
import { deriveKeys } from '../derive-keys.ts';
import { makeHashRecoveryCode } from '../services/identity/second-factor.ts';

const MFA = '/api/auth/me/security/mfa';
const CODES = '/api/auth/me/security/recovery-codes';

const h = useHarness();
const { changeAddress, makeCustomer, signIn, typeOf, events, mailsTo } = makeSignInCalls(() => h);

beforeEach(changeAddress);

const mfaEnabled = async (customer: Customer) => (await call<Me>(h, customer, 'GET', '/api/auth/me')).body.mfa.enabled;

/** Link in a mail that is queued. */
const withPendingLink = async (customer: Customer) => {
  await h.database.query(
    `INSERT INTO email_tokens (id, user_id, purpose, email, expires_at) VALUES ($1, $2, 'reset', $3, now() + interval '1 hour')`,
    [`emt_${customer.userId}`, customer.userId, customer.email],
  );
  return async () => {
    const [row] = await h.database.query<{ voidedAt: number | null }>(
      'SELECT voided_at FROM email_tokens WHERE user_id = $1',
      [customer.userId],
    );
    return row?.voidedAt === null;
  };
};

describe('[SC-05] switching two-step on', () => {
  test('the secret as picture and text, two consecutive codes, and it is on; [INV-14] the others are out', async () => {
    const customer = await makeCustomer();
    const elsewhere = await h.signIn(customer.email);
    const isLinkAlive = await withPendingLink(customer);
    const shown = await call<{ qrCode: string; secret: string }>(h, customer, 'POST', MFA);
    expect(shown.status).toBe(201);
    expect(shown.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(shown.body.qrCode).toMatch(/^data:image\/png;base64,/);
    expect(await mfaEnabled(customer)).toBe(false);
    expect(typeOf(await signIn(customer))).toBe('ok');

    const app = await beginTwoStep(h, customer);
    const on = await call(h, customer, 'PUT', MFA, { firstCode: app.code(-1), secondCode: app.code() });
    expect(on.status, on.text).toBe(200);
    expect(await mfaEnabled(customer)).toBe(true);
    expect((await elsewhere.get('/api/auth/me')).body.error.type).toBe('INVALID_TOKEN');
    expect(await isLinkAlive()).toBe(false);
    expect(await events(customer)).toContain('mfa_enabled');
    expect(mailsTo(customer)).toContain('mfa_enabled');
    expect((await call(h, customer, 'POST', MFA)).body.error.type).toBe('MFA_ALREADY_ENABLED');
    expect((await call(h, customer, 'PUT', MFA, { firstCode: '1', secondCode: '2' })).body.error.type).toBe(
      'MFA_ALREADY_ENABLED',
    );
  });

  test('[SC-02] a sign-in 15 minutes ago or earlier needs the password first', async () => {
    const customer = await makeCustomer();
    const age = (minutes: number) =>
      h.database.query(`UPDATE sessions SET created_at = now() - make_interval(mins => $2) WHERE user_id = $1`, [
        customer.userId,
        minutes,
      ]);
    const begin = async (body?: object) => {
      const { status, body: answer } = await call<unknown>(h, customer, 'POST', MFA, body);
      return status === 201 ? 'ok' : (answer as { error: { type: string } }).error.type;
    };
    await age(14);
    expect(await begin()).toBe('ok');
    await age(15);
    expect(await begin()).toBe('PASSWORD_REQUIRED');
    expect(await begin({ password: '' })).toBe('PASSWORD_REQUIRED');
    expect(await begin({ password: 'wrong' })).toBe('INVALID_CREDENTIALS');
    expect(await begin({ password: PASSWORD })).toBe('ok');
    expect(await begin(), 'the password of a moment ago opens nothing else').toBe('PASSWORD_REQUIRED');
  });

  test.each<[string, (app: { code(steps?: number): string }) => object, 'first' | 'second']>([
    ['nothing typed', () => ({ firstCode: '', secondCode: '' }), 'first'],
    ['no second', (app) => ({ firstCode: app.code(-1), secondCode: '' }), 'second'],
    ['the same code twice', (app) => ({ firstCode: app.code(), secondCode: app.code() }), 'second'],
    ['turned round', (app) => ({ firstCode: app.code(), secondCode: app.code(-1) }), 'second'],
    ['long ago', (app) => ({ firstCode: app.code(-9), secondCode: app.code(-8) }), 'first'],
  ])('[SC-08] %s: the answer says which code is wrong, and nothing is on', async (_name, codes, wrong) => {
    const customer = await makeCustomer();
    const app = await beginTwoStep(h, customer);
    const refused = await call(h, customer, 'PUT', MFA, codes(app));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ type: 'CODE_NOT_VALID', field: `${wrong}Code` });
    expect(refused.body.message).toBe(`Your ${wrong} code is wrong.`);
    expect(await mfaEnabled(customer)).toBe(false);
  });

  test('[SC-08] without the picture first, or ten minutes after it: MFA_NOT_ENABLED', async () => {
    const customer = await makeCustomer();
    const codes = { firstCode: '123456', secondCode: '123456' };
    expect((await call(h, customer, 'PUT', MFA, codes)).body.error.type).toBe('MFA_NOT_ENABLED');
    const app = await beginTwoStep(h, customer);
    h.wall.advance(10 * MINUTE_MS);
    const late = await h.signIn(customer.email);
    const tooLate = await call(h, { client: late }, 'PUT', MFA, { firstCode: app.code(-1), secondCode: app.code() });
    expect(tooLate.body.error.type).toBe('MFA_NOT_ENABLED');
    expect(tooLate.body.message).toBe('You need to scan the QR code before entering passcodes.');
  });

  test('beginning again replaces the secret that was not confirmed', async () => {
    const customer = await makeCustomer();
    const first = await beginTwoStep(h, customer);
    const second = await beginTwoStep(h, customer);
    expect(second.secret).not.toBe(first.secret);
    const put = (app: typeof first) =>
      call(h, customer, 'PUT', MFA, { firstCode: app.code(-1), secondCode: app.code() });
    expect((await put(first)).body.error.type).toBe('CODE_NOT_VALID');
    expect((await put(second)).status).toBe(200);
  });

  test('[SC-09] without the claim access:mfa:create none of it', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    await h.database.query(`UPDATE users SET claims = '{"access":{"mfa":{"create":null}}}' WHERE id = $1`, [
      customer.userId,
    ]);
    for (const [method, body] of [
      ['POST', undefined],
      ['PUT', { firstCode: '1', secondCode: '2' }],
      ['DELETE', { password: PASSWORD }],
    ] as const) {
      const refused = await call(h, customer, method, MFA, body);
      expect([method, refused.status, refused.body.error.type]).toEqual([method, 403, 'FORBIDDEN']);
    }
    expect(await mfaEnabled(customer)).toBe(true);
  });

  test('[INV-22] database and log have neither the secret nor a recovery code in the clear', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const codes = await createRecoveryCodes(h, customer);
    await signIn(customer, { recoveryCode: codes[0] });
    const typed = app.nextCode();
    expect(typeOf(await signIn(customer, { code: typed }))).toBe('ok');
    for (const secret of [app.secret, codes[0] ?? '', (codes[1] ?? '').replaceAll('-', '')]) {
      expect(await tablesHolding(h.database, secret)).toEqual([]);
      expect(h.log.lines.join('\n')).not.toContain(secret);
      expect(JSON.stringify(h.queued)).not.toContain(secret);
    }
    expect(h.log.lines.join('\n')).not.toContain(`"${typed}"`);
  });
});

describe('[BY-01] recovery codes', () => {
  test('of two tabs that replace the same codes one is refused, so that the other shows no void codes', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const make = (replaces: string | null) =>
      call<{ codes: string[] }>(h, customer, 'POST', CODES, { password: PASSWORD, replaces });
    const createdAt = async () => (await call<{ createdAt: string | null }>(h, customer, 'GET', CODES)).body.createdAt;
    const first = await make(null);
    expect(first.status, first.text).toBe(201);
    const second = await make(null);
    const { type, code } = second.body.error;
    expect([second.status, type, code]).toEqual([409, 'ACTION_REFUSED', 'codes_replaced']);
    expect(typeOf(await signIn(customer, { recoveryCode: first.body.codes[0] }))).toBe('ok');
    h.wall.advance(1000);
    const third = await make(await createdAt());
    expect(third.status, third.text).toBe(201);
    expect(mailsTo(customer).filter((template) => template === 'recovery_codes_created')).toHaveLength(2);
  });

  test('ten codes that replace all earlier ones; needs the password and two-step on', async () => {
    const customer = await makeCustomer();
    expect((await call(h, customer, 'POST', CODES, { password: PASSWORD })).body.error.type).toBe('MFA_NOT_ENABLED');
    await switchOnTwoStep(h, customer);
    expect((await call(h, customer, 'GET', CODES)).body).toEqual({ left: 0, createdAt: null });
    expect((await call(h, customer, 'POST', CODES, {})).body.error.type).toBe('PASSWORD_REQUIRED');
    expect((await call(h, customer, 'POST', CODES, { password: 'wrong' })).body.error.type).toBe('INVALID_CREDENTIALS');
    const before = await createRecoveryCodes(h, customer);
    expect(new Set(before).size).toBe(10);
    for (const code of before) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await call<{ left: number }>(h, customer, 'GET', CODES)).body).toMatchObject({
      left: 10,
      createdAt: expect.any(String),
    });
    const after = await createRecoveryCodes(h, customer);
    expect(typeOf(await signIn(customer, { recoveryCode: before[0] }))).toBe('CODE_NOT_VALID');
    expect(typeOf(await signIn(customer, { recoveryCode: after[0] }))).toBe('ok');
    expect((await call<{ left: number }>(h, customer, 'GET', CODES)).body.left).toBe(9);
    expect(mailsTo(customer).filter((template) => template === 'recovery_codes_created')).toHaveLength(2);
    expect(mailsTo(customer).filter((template) => template === 'recovery_code_used')).toHaveLength(1);
    expect(await events(customer)).toEqual(expect.arrayContaining(['recovery_codes_created', 'recovery_code_used']));
  });

  test('[INV-18] one works once, however it is spelt; of ten at once one gets in', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const [one = '', other = ''] = await createRecoveryCodes(h, customer);
    expect(typeOf(await signIn(customer, { recoveryCode: one.toLowerCase().replaceAll('-', ' ') }))).toBe('ok');
    expect(typeOf(await signIn(customer, { recoveryCode: one }))).toBe('CODE_NOT_VALID');
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(customer, { recoveryCode: other })));
    expect(answers.map(typeOf).filter((type) => type === 'ok')).toHaveLength(1);
    expect((await call<{ left: number }>(h, customer, 'GET', CODES)).body.left).toBe(8);
  });

  test('[ASVS 6.5.2] one of 80 bits, made by a release before, works once', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const hashOf = makeHashRecoveryCode(deriveKeys([SECRET], 'recovery codes'));
    await h.database.query('INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, now())', [
      customer.userId,
      hashOf(customer.userId, '0123456789ABCDEF')[0],
    ]);
    const recoveryCode = '0123-4567-89ab-cdef';
    expect(typeOf(await signIn(customer, { recoveryCode }))).toBe('ok');
    expect(typeOf(await signIn(customer, { recoveryCode }))).toBe('CODE_NOT_VALID');
  });

  test('a code of another user is refused', async () => {
    const [customer, stranger] = [await makeCustomer(), await makeCustomer()];
    await switchOnTwoStep(h, customer);
    await switchOnTwoStep(h, stranger);
    const [theirs = ''] = await createRecoveryCodes(h, stranger);
    expect(typeOf(await signIn(customer, { recoveryCode: theirs }))).toBe('CODE_NOT_VALID');
  });
});

describe('[SC-05] switching two-step off', () => {
  test('with the password; [INV-14] other sessions end, the codes are deleted, the owner gets a mail', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const [recoveryCode = ''] = await createRecoveryCodes(h, customer);
    const elsewhere = await signIn(customer, { code: app.nextCode() });
    const isLinkAlive = await withPendingLink(customer);
    const off = (body: object) => call(h, customer, 'DELETE', MFA, body);
    expect((await off({})).body.error.type).toBe('PASSWORD_REQUIRED');
    expect((await off({ password: '' })).body.error.type).toBe('PASSWORD_REQUIRED');
    expect((await off({ password: 'wrong' })).body.error.type).toBe('INVALID_CREDENTIALS');
    expect(await mfaEnabled(customer)).toBe(true);
    expect((await off({ password: PASSWORD })).status).toBe(200);
    expect(await mfaEnabled(customer)).toBe(false);
    expect((await off({ password: PASSWORD })).body.error.type).toBe('MFA_NOT_ENABLED');
    const refresh = await inject(h.app, {
      method: 'POST',
      url: '/api/auth/tokens',
      payload: { refreshToken: elsewhere.body.refreshToken },
    });
    expect(refresh.body.error.type).toBe('INVALID_TOKEN');
    expect(await isLinkAlive()).toBe(false);
    expect(mailsTo(customer)).toContain('mfa_disabled');
    expect(await events(customer)).toContain('mfa_disabled');
    expect(typeOf(await signIn(customer))).toBe('ok');

    await switchOnTwoStep(h, customer);
    expect(typeOf(await signIn(customer, { recoveryCode }))).toBe('CODE_NOT_VALID'); // of the time before
  });

  test('[SC-02] never with a code alone, right as it may be; it is not used up either', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const code = app.nextCode();
    const refused = await call(h, customer, 'DELETE', MFA, { code });
    expect(refused.body.error.type).toBe('PASSWORD_REQUIRED');
    expect(await mfaEnabled(customer)).toBe(true);
    expect(typeOf(await signIn(customer))).toBe('MFA_REQUIRED');
    expect(typeOf(await signIn(customer, { code }))).toBe('ok');
  });

  test('five wrong codes beside the password lock that way for a quarter of an hour', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const off = (code: string) => call(h, customer, 'DELETE', MFA, { password: PASSWORD, code });
    for (let n = 0; n < 5; n += 1) expect((await off('000000')).body.error.type).toBe('CODE_NOT_VALID');
    const code = app.nextCode();
    expect((await off(code)).status).toBe(429);
    expect(typeOf(await signIn(customer, { code }))).toBe('ok'); // a stolen session cannot lock the sign-in
    h.wall.advance(15 * MINUTE_MS);
    const back = await signIn(customer, { code: app.code() });
    const tokens = await inject<{ accessToken: string; refreshToken: string }>(h.app, {
      method: 'POST',
      url: '/api/auth/tokens',
      payload: { refreshToken: back.body.refreshToken },
    });
    const client = { ...customer.client, accessToken: tokens.body.accessToken };
    const gone = await call(h, { client }, 'DELETE', MFA, { password: PASSWORD, code: app.nextCode() });
    expect(gone.status, gone.text).toBe(200);
    expect(typeOf(await signIn(customer))).toBe('ok');
  });

  test('with both, both have to be right', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const off = (body: object) => call(h, customer, 'DELETE', MFA, body);
    expect((await off({ password: PASSWORD, code: '000000' })).body.error.type).toBe('CODE_NOT_VALID');
    expect((await off({ password: 'wrong', code: app.nextCode() })).body.error.type).toBe('INVALID_CREDENTIALS');
    expect((await off({ password: PASSWORD, code: app.code() })).status).toBe(200);
  });
});
