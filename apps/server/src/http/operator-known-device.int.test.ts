import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { makeOperator, operatorSignIn } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';

const h = useHarness();
const STRANGER = '198.51.100.66';
let callers = 0;

/** Operator who has signed in before, from one address, and another address for the guesses of strangers. */
const makeKnown = async () => {
  callers += 1;
  const address = `203.0.113.${callers}`;
  const operator = await makeOperator(h, 'support');
  h.wall.advance(SECOND_MS);
  const signIn = async (more: { password?: string; device?: string } = {}, from = address) =>
    operatorSignIn(h, { ...operator, ...more }, from);
  const { device } = (await signIn()).body;
  const guess = async (times: number, more: { device?: string } = {}) => {
    for (let n = 0; n < times; n += 1) await signIn({ password: 'wrong', ...more }, STRANGER);
  };
  return { operator, address, signIn, device, guess };
};

const knownDevices = (id: string) => h.database.query('SELECT id FROM operator_devices WHERE operator_id = $1', [id]);

describe('[OP-01] [SE-11] a stranger cannot lock an operator out of a known device', () => {
  test('strangers lock the email; its owner gets in from the browser that signed in before, again and again', async () => {
    const { signIn, device, guess } = await makeKnown();
    await guess(6);
    expect((await signIn()).status).toBe(429);
    const back = await signIn({ device });
    expect(back.status, back.text).toBe(201);
    expect(back.body.device).toBe(device);
    expect((await signIn()).status).toBe(429); // which opened nothing for strangers
    expect((await signIn({ device })).status).toBe(201);
  });

  test('nor by using up what the owner’s own address may get wrong', async () => {
    const { signIn, device, address } = await makeKnown();
    for (let n = 0; n < 31; n += 1)
      await operatorSignIn(h, { email: `nobody-${n}@vendor.example`, password: 'x' }, address);
    expect((await signIn()).status).toBe(429);
    expect((await signIn({ device })).status).toBe(201);
  });

  test('a stolen device token has the usual five guesses, and locks only itself', async () => {
    const { signIn, device, guess } = await makeKnown();
    await guess(5, { device });
    expect((await signIn({ device })).status).toBe(429);
    expect((await signIn()).status).toBe(201);
    h.wall.advance(MINUTE_MS + SECOND_MS);
    expect((await signIn({ device })).status).toBe(201);
  });

  test('a caller with the password locks the code for strangers only', async () => {
    const email = 'two-step-known@vendor.example';
    const by = { actor: 'test', reason: 'a test needs one' };
    const added = await h.operator.addOperator({ email, name: 'Jo', roles: 'support', secondStep: true }, by);
    await h.database.query('UPDATE operators SET first_password_expires_at = NULL WHERE id = $1', [added.id]);
    const signIn = (code: string, device?: string) =>
      operatorSignIn(h, { email, password: added.password, code, ...(device && { device }) }, STRANGER);
    const fresh = () => {
      h.wall.advance(30 * SECOND_MS);
      return oneTimeCodes.codeAt(added.secret ?? '', Math.floor(h.wall.now() / (30 * SECOND_MS)));
    };
    const { device } = (await signIn(fresh())).body;
    for (let n = 0; n < 5; n += 1) await signIn('000000');
    expect((await signIn(fresh())).status).toBe(429);
    expect((await signIn(fresh(), device)).status).toBe(201);
  });

  test.each<[string, (mine: string, other: string, customers: string) => string]>([
    ['of another operator', (_mine, other) => other],
    ['of a customer', (_mine, _other, customers) => customers],
    ['with a byte changed', (mine) => `${mine.slice(0, -2)}${mine.at(-2) === 'A' ? 'B' : 'A'}${mine.at(-1)}`],
    ['of a made-up device', (mine) => mine.replace(/^dev_\w{4}/, 'dev_0000')],
  ])('a device token %s is none: it is counted with everybody', async (_title, forge) => {
    const [mine, other, customer] = [await makeKnown(), await makeKnown(), await h.makeCustomer()];
    const signedIn = await inject<{ device: string }>(h.app, {
      method: 'POST',
      url: '/api/auth/sessions',
      payload: { email: customer.email, password: PASSWORD },
    });
    const device = forge(mine.device, other.device, signedIn.body.device);
    await mine.guess(5);
    expect((await mine.signIn({ device })).status).toBe(429);
  });

  test('a device known before a new password has no separate guesses for the new password', async () => {
    const { operator, signIn, device, guess } = await makeKnown();
    h.wall.advance(MINUTE_MS);
    const newPassword = 'quite another phrase 2026';
    const { status } = await operator.call('POST', '/api/operator/me/change-password', {
      password: operator.password,
      newPassword,
    });
    expect(status).toBe(204);
    h.wall.advance(MINUTE_MS);
    await guess(5);
    expect((await signIn({ password: newPassword, device })).status).toBe(429);
    h.wall.advance(MINUTE_MS + SECOND_MS);
    expect((await signIn({ password: newPassword, device })).status).toBe(201);
    await guess(5);
    expect((await signIn({ password: newPassword, device })).status).toBe(201);
  });

  test('the device whose session changes the password stays known at the new one', async () => {
    const { operator, signIn, guess } = await makeKnown();
    const { token, device } = (await signIn()).body;
    h.wall.advance(MINUTE_MS);
    const newPassword = 'quite another phrase 2028';
    const { status } = await inject(h.app, {
      method: 'POST',
      url: '/api/operator/me/change-password',
      headers: { 'x-operator-token': token },
      payload: { password: operator.password, newPassword },
    });
    expect(status).toBe(204);
    await guess(7);
    expect((await signIn({ password: newPassword })).status).toBe(429);
    expect((await signIn({ password: newPassword, device })).status).toBe(201);
  });

  test('sign-in attempts of strangers keep no signed-in operator from a new password', async () => {
    const { operator, guess } = await makeKnown();
    await guess(6);
    const change = (password: string) =>
      operator.call('POST', '/api/operator/me/change-password', { password, newPassword: 'quite another phrase 2027' });
    for (let n = 0; n < 4; n += 1) expect((await change('wrong')).status).toBe(400);
    expect((await change(operator.password)).status).toBe(204);
  });

  test('twenty browsers are known, the one used longest ago is forgotten; of who is taken off none is', async () => {
    const { operator, signIn, device } = await makeKnown();
    for (let n = 0; n < 20; n += 1) {
      h.wall.advance(SECOND_MS);
      await signIn();
    }
    const known = await knownDevices(operator.id);
    expect(known).toHaveLength(20);
    expect(known).not.toContainEqual({ id: device.split('.')[0] });
    await h.operator.disableOperator(operator.email, { actor: 'test', reason: 'gone' });
    expect(await knownDevices(operator.id)).toEqual([]);
  });

  test('no log has the token of a device', () => {
    expect(h.log.lines.join('\n')).not.toMatch(/dev_\w+\.[\w-]{43}/);
  });
});
