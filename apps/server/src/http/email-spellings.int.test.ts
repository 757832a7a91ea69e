import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { operatorSignIn } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

let callers = 0;

/** Each call comes from another address, as from an attacker who has many. */
const signIn = async (email: string, password: string) => {
  callers += 1;
  const { status, body } = await inject(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password },
    remoteAddress: `198.51.100.${callers}`,
  });
  return status === 200 ? 'ok' : body.error.type;
};

const customerWith = async (email: string) => {
  const { userId } = await h.makeCustomer();
  await h.database.query('UPDATE users SET email = $2 WHERE id = $1', [userId, email]);
};

/** The spellings of one address that letters have which the database folds to `small`. */
const spellings = (email: string, small: string, others: readonly string[]): string[] =>
  others.reduce((all, other) => all.flatMap((one) => [one, one.replace(small, other)]), [email]);

describe('[SE-11] guesses at all spellings of an address are counted together', () => {
  test.each([
    ['a dotted I', spellings('idi.amini@test.arcwave.test', 'i', ['İ', 'I', 'İ'])],
    ['a sigma that ends a word', spellings('ασσ@test.arcwave.test', 'σ', ['Σ', 'Σ'])],
    ['letters and their marks apart', ['jürgen@test.arcwave.test', 'JU\u0308RGEN@test.arcwave.test']],
  ])('%s gives no more than five guesses', async (_name, written) => {
    const [stored = ''] = written;
    await customerWith(stored);
    for (let n = 0; n < 5; n += 1) {
      expect(await signIn(written[n % written.length] ?? '', 'not the password')).toBe('INVALID_CREDENTIALS');
    }
    for (const other of written) expect(await signIn(other, PASSWORD), other).toBe('RATE_LIMITED');
  });

  test('[INV-19] the same holds for an unknown address', async () => {
    const written = spellings('nil@test.arcwave.test', 'i', ['İ']);
    for (let n = 0; n < 5; n += 1) await signIn(written[n % 2] ?? '', 'not the password');
    for (const other of written) expect(await signIn(other, PASSWORD), other).toBe('RATE_LIMITED');
  });

  test('spellings that the database distinguishes are two addresses: a sign-in at one clears nothing for the other', async () => {
    await customerWith('strasse@test.arcwave.test');
    await customerWith('straße@test.arcwave.test');
    for (let n = 0; n < 5; n += 1) await signIn('strasse@test.arcwave.test', 'not the password');
    expect(await signIn('straße@test.arcwave.test', PASSWORD)).toBe('ok');
    expect(await signIn('strasse@test.arcwave.test', PASSWORD)).toBe('RATE_LIMITED');
  });

  test('[OP-01] and at the sign-in of operators', async () => {
    const written = spellings('jill@vendor.example', 'i', ['İ']);
    const by = { actor: 'test', reason: 'a test needs one' };
    const wanted = { email: 'jill@vendor.example', name: 'Jill', roles: 'support', secondStep: false };
    const { password } = await h.operator.addOperator(wanted, by);
    for (let n = 0; n < 5; n += 1) {
      const { body } = await operatorSignIn(h, { email: written[n % 2] ?? '', password: 'not the password' });
      expect(body).toMatchObject({ error: { type: 'INVALID_CREDENTIALS' } });
    }
    for (const email of written) expect((await operatorSignIn(h, { email, password })).status, email).toBe(429);
  });
});

describe('[SE-11] an address is found as it was stored, composed (NFC)', () => {
  test('when its letters and their marks are typed apart', async () => {
    await customerWith('zoë@test.arcwave.test');
    expect(await signIn('zoe\u0308@test.arcwave.test', PASSWORD)).toBe('ok');
  });

  test('[OP-01] at the sign-in of operators as well', async () => {
    const by = { actor: 'test', reason: 'a test needs one' };
    const wanted = { email: 'zoë@vendor.example', name: 'Zoë', roles: 'support', secondStep: false };
    const { password } = await h.operator.addOperator(wanted, by);
    expect((await operatorSignIn(h, { email: 'zoe\u0308@vendor.example', password })).status).toBe(201);
  });
});
