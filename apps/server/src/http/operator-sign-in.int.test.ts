import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { makeOperator, operatorSignIn, settleOperator } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { runCommand } from '../cli/run-command.ts';

const h = useHarness();
const HALF_MINUTE = 30_000;
const by = { actor: 'test', reason: 'a test needs one' };

/** Operator who has replaced the printed password, so that the password works more than once. */
const add = async (email: string, more: { roles?: string; secondStep?: boolean } = {}) => {
  const added = await h.operator.addOperator({ email, name: 'Jo', roles: 'support', secondStep: false, ...more }, by);
  if (added.secret === null) await settleOperator(h, added.id);
  else await h.database.query('UPDATE operators SET first_password_expires_at = NULL WHERE id = $1', [added.id]);
  return added;
};

describe('[OP-01] the first operator', () => {
  test('there is no operator by default, and a customer is not one', async () => {
    const rows = await h.database.query<{ n: number }>('SELECT count(*) AS n FROM operators');
    expect(rows).toEqual([{ n: 0 }]);
    const { email } = await h.makeCustomer();
    const refused = await operatorSignIn(h, { email, password: PASSWORD });
    expect([refused.status, refused.body.error.type]).toEqual([400, 'INVALID_CREDENTIALS']);
  });

  test('is made on the command line: the password is shown once, kept hashed, and the record says who did it', async () => {
    const line = [
      'operators',
      'add',
      '--email',
      'first@vendor.example',
      '--role',
      'support,catalogue',
      '--second-step',
      'no',
    ];
    const { code, out } = await runCommand([...line, '--reason', 'day one', '--by', 'root'], async () => h.operator);
    expect(code, out.join('\n')).toBe(0);
    const password = out.find((text) => text.startsWith('Password: '))?.slice('Password: '.length) ?? '';
    expect(password.length).toBeGreaterThanOrEqual(20);
    const signed = await operatorSignIn(h, { email: 'First@Vendor.Example', password });
    expect(signed.status, signed.text).toBe(201);
    expect(signed.body.operator.roles).toEqual(['support', 'catalogue']);
    const [row] = await h.database.query<{ passwordHash: string }>('SELECT password_hash FROM operators');
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const [entry] = await h.database.query(
      `SELECT actor, action, reason, after FROM audit_log WHERE action = 'add_operator'`,
    );
    expect(entry).toEqual({
      actor: 'root',
      action: 'add_operator',
      reason: 'day one',
      after: { email: 'first@vendor.example', roles: ['support', 'catalogue'], secondStep: false },
    });
  });

  test.each([
    ['an unknown role', ['--email', 'x@vendor.example', '--role', 'king'], /the roles are/],
    ['no address', ['--email', 'nobody', '--role', 'admin'], /not an email address/],
    ['an address that is taken', ['--email', 'FIRST@vendor.example', '--role', 'admin'], /already/],
  ])('%s is refused', async (_title, options, words) => {
    const line = ['operators', 'add', ...options, '--reason', 'x', '--by', 'root'];
    const { code, out } = await runCommand(line, async () => h.operator);
    expect([code, out.join('\n')]).toEqual([1, expect.stringMatching(words)]);
  });

  test('a disabled operator is signed out on the next call and cannot sign in; the list shows it', async () => {
    const operator = await makeOperator(h, 'support');
    expect((await operator.call('GET', '/api/operator/me')).status).toBe(200);
    await h.operator.disableOperator(operator.email, by);
    expect((await operator.call('GET', '/api/operator/me')).body.error.type).toBe('INVALID_TOKEN');
    expect((await operatorSignIn(h, operator)).status).toBe(400);
    const { out } = await runCommand(['operators', 'list'], async () => h.operator);
    expect(out.find((text) => text.includes(operator.email))).toContain('disabled since');
    await expect(h.operator.disableOperator(operator.email, by)).rejects.toMatchObject({
      detail: { code: 'not_found' },
    });
  });
});

describe('[OP-01] a session of an operator', () => {
  test('its token is kept as a hash only', async () => {
    const { token } = await makeOperator(h, 'support');
    const rows = await h.database.query('SELECT * FROM operator_sessions');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  test('ends after half an hour without a call, not before', async () => {
    const operator = await makeOperator(h, 'support');
    const ask = async () => (await operator.call('GET', '/api/operator/me')).status;
    h.wall.advance(29 * 60_000);
    expect(await ask()).toBe(200);
    h.wall.advance(29 * 60_000);
    expect(await ask()).toBe(200);
    h.wall.advance(30 * 60_000);
    expect(await ask()).toBe(401);
  });

  test('ends after eight hours, also in use', async () => {
    const operator = await makeOperator(h, 'support');
    const ask = async () => (await operator.call('GET', '/api/operator/me')).status;
    for (let minutes = 20; minutes < 480; minutes += 20) {
      h.wall.advance(20 * 60_000);
      expect(await ask(), `after ${minutes} minutes`).toBe(200);
    }
    h.wall.advance(20 * 60_000);
    expect(await ask()).toBe(401);
  });

  test('signing out ends it', async () => {
    const operator = await makeOperator(h, 'support');
    expect((await operator.call('DELETE', '/api/operator/sessions/me')).status).toBe(204);
    expect((await operator.call('GET', '/api/operator/me')).body.error.type).toBe('INVALID_TOKEN');
  });

  test('a role that is withdrawn is gone on the next call', async () => {
    const operator = await makeOperator(h, 'support');
    expect((await operator.call('GET', '/api/operator/work')).status).toBe(200);
    await h.database.query(`UPDATE operators SET roles = '{catalogue}' WHERE id = $1`, [operator.id]);
    expect((await operator.call('GET', '/api/operator/work')).body.error.type).toBe('FORBIDDEN');
  });

  test('an operator’s token opens nothing of a customer, in no header', async () => {
    const { token } = await makeOperator(h, 'admin');
    for (const headers of [{ 'x-is-at': token }, { authorization: `Bearer ${token}` }]) {
      const refused = await inject(h.app, { url: '/api/auth/me', headers });
      expect([refused.status, refused.body.error.type]).toEqual([401, 'INVALID_TOKEN']);
    }
    expect((await inject(h.app, { url: '/api/auth/me', headers: { 'x-operator-token': token } })).status).toBe(401);
  });
});

describe('[OP-01] [INV-18] the second step', () => {
  const signInAt = (who: { email: string; password: string }, secret: string, step: number) =>
    operatorSignIn(h, { ...who, code: oneTimeCodes.codeAt(secret, step) });
  const step = () => Math.floor(h.wall.now() / HALF_MINUTE);

  test('is asked for after the password only, and a code works once', async () => {
    const email = 'two-step@vendor.example';
    const { password, secret } = await add(email, { secondStep: true });
    const who = { email, password };
    expect((await operatorSignIn(h, { email, password: 'wrong', code: '000000' })).body.error.type).toBe(
      'INVALID_CREDENTIALS',
    );
    const asked = await operatorSignIn(h, who);
    expect([asked.body.error.type, asked.body.error.methods]).toEqual(['MFA_REQUIRED', ['totp']]);
    const at = step();
    expect((await signInAt(who, secret ?? '', at)).status).toBe(201);
    expect((await signInAt(who, secret ?? '', at)).body.error.type).toBe('CODE_NOT_VALID');
    h.wall.advance(HALF_MINUTE);
    expect((await signInAt(who, secret ?? '', step())).status).toBe(201);
    const rows = await h.database.query('SELECT * FROM operators WHERE email = $1', [email]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('of four who present one code at the same moment one gets in', async () => {
    const email = 'race@vendor.example';
    const { password, secret } = await add(email, { secondStep: true });
    const code = oneTimeCodes.codeAt(secret ?? '', step());
    const answers = await Promise.all(Array.from({ length: 4 }, () => operatorSignIn(h, { email, password, code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('five wrong codes lock it', async () => {
    const email = 'guesser@vendor.example';
    const { password } = await add(email, { secondStep: true });
    const guess = () => operatorSignIn(h, { email, password, code: '000000' });
    for (let n = 0; n < 5; n += 1) expect((await guess()).body.error.type).toBe('CODE_NOT_VALID');
    expect((await guess()).body.error.type).toBe('RATE_LIMITED');
  });
});

describe('[OP-01] [INV-19] guessing', () => {
  test('wrong passwords lock an address as for customers, also an unknown one', async () => {
    const { password } = await add('locked@vendor.example');
    for (const email of ['locked@vendor.example', 'ghost@vendor.example']) {
      const guess = () => operatorSignIn(h, { email, password: 'wrong' });
      for (let n = 0; n < 5; n += 1) expect((await guess()).body.error.type).toBe('INVALID_CREDENTIALS');
      const refused = await guess();
      expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    }
    expect((await operatorSignIn(h, { email: 'locked@vendor.example', password })).status).toBe(429);
    h.wall.advance(61_000);
    expect((await operatorSignIn(h, { email: 'locked@vendor.example', password })).status).toBe(201);
  });

  test('failures are remembered for those who look, without an account', async () => {
    const rows = await h.database.query<{ type: string; n: number }>(
      `SELECT type, count(*) AS n FROM security_events WHERE type LIKE 'operator%' AND account_id IS NULL GROUP BY type ORDER BY type`,
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'operator_sign_in_failed',
      'operator_signed_in',
      'operator_signed_out',
    ]);
  });

  test('the log has neither a password nor a token', async () => {
    const { token, password } = await makeOperator(h, 'support' satisfies OperatorRole);
    const log = h.log.lines.join('\n');
    for (const secret of [token, password]) expect(log).not.toContain(secret);
  });
});
