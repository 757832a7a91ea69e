import { DAY_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { beforeEach, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { operatorSignIn } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { runCommand } from '../cli/run-command.ts';

const h = useHarness();
const NEXT = 'an entirely new phrase';
let email = '';
let made = 0;

beforeEach(() => {
  made += 1;
  email = `first-${made}@vendor.example`;
});

const add = async (role: string, ...more: string[]) => {
  const line = ['operators', 'add', '--email', email, '--role', role, ...more, '--reason', 'new', '--by', 'root'];
  const { code, out } = await runCommand(line, async () => h.operator);
  const valueAfter = (what: string) => out.find((text) => text.startsWith(what))?.slice(what.length) ?? '';
  return { code, out, password: valueAfter('Password: '), secret: valueAfter('Secret for the authenticator app: ') };
};
const call = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  inject(h.app, { method, url, headers: { 'x-operator-token': token }, ...(payload && { payload }) });

test('[L9] [ASVS 11.5.1] the printed password signs in once; then only a new one can be set', async () => {
  const { password, out } = await add('support', '--second-step', 'no');
  expect(out).toContain('It works for one sign-in within 24 hours; the operator site then asks for a new one.');
  expect(Buffer.from(password, 'base64url')).toHaveLength(18); // 144 random bits (ASVS 11.5.1)
  const signed = await operatorSignIn(h, { email, password });
  expect(signed.status, signed.text).toBe(201);
  expect(signed.body.operator).toMatchObject({ mustChangePassword: true });
  const { token } = signed.body;
  for (const [method, url] of [
    ['GET', '/api/operator/work'],
    ['GET', '/api/operator/catalogue'],
    ['POST', '/api/operator/customers/search'],
  ] as const) {
    const refused = await call(token, method, url, method === 'POST' ? { q: 'ada' } : undefined);
    expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
      403,
      'FORBIDDEN',
      'password_change_required',
    ]);
  }
  expect((await call(token, 'GET', '/api/operator/me')).body).toMatchObject({ mustChangePassword: true });
  const again = await operatorSignIn(h, { email, password });
  expect([again.status, again.body.error.type, again.body.error.code]).toEqual([
    400,
    'INVALID_CREDENTIALS',
    'first_password_over',
  ]);
  const change = { password, newPassword: NEXT };
  expect((await call(token, 'POST', '/api/operator/me/change-password', change)).status).toBe(204);
  expect((await call(token, 'GET', '/api/operator/me')).body).toMatchObject({ mustChangePassword: false });
  expect((await call(token, 'GET', '/api/operator/work')).status).toBe(200);
  h.wall.advance(2 * DAY_MS);
  expect((await operatorSignIn(h, { email, password: NEXT })).body.operator).toMatchObject({
    mustChangePassword: false,
  });
});

test('[L9] after 24 hours the printed password opens nothing', async () => {
  const { password } = await add('support', '--second-step', 'no');
  h.wall.advance(DAY_MS);
  const late = await operatorSignIn(h, { email, password });
  expect([late.status, late.body.error.code]).toEqual([400, 'first_password_over']);
});

test('[L9] of two sign-ins at once with the printed password one gets a session', async () => {
  const { password } = await add('support', '--second-step', 'no');
  const answers = await Promise.all([1, 2, 3].map(() => operatorSignIn(h, { email, password })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
});

test('[L9] a missing code does not use the printed password up', async () => {
  const { password, secret } = await add('billing');
  expect((await operatorSignIn(h, { email, password })).body.error.type).toBe('MFA_REQUIRED');
  const code = oneTimeCodes.codeAt(secret, Math.floor(h.wall.now() / (30 * SECOND_MS)));
  expect((await operatorSignIn(h, { email, password, code })).status).toBe(201);
});

test.each(['admin', 'billing', 'support,admin'])('[L9] --second-step no is refused for %s', async (role) => {
  const refused = await add(role, '--second-step', 'no');
  expect([refused.code, refused.out]).toEqual([
    1,
    [`operators add ${email}: the roles admin and billing need two-step authentication. Leave out --second-step.`],
  ]);
  expect(await h.database.query('SELECT id FROM operators WHERE email = $1', [email])).toEqual([]);
  expect((await add(role)).code).toBe(0);
});
