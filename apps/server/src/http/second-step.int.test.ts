import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRecoveryCodes, makeSignInCalls, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
const { changeAddress, makeCustomer, signIn, typeOf, events, mailsTo } = makeSignInCalls(() => h);

beforeEach(changeAddress);

describe('[SE-11] signing in with a one-time code', () => {
  test('the right password asks for the second step and says which; a wrong one says nothing of it', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const asked = await signIn(customer);
    expect(asked.status).toBe(400);
    expect(asked.body.error).toMatchObject({ type: 'MFA_REQUIRED', methods: ['totp'] });
    await createRecoveryCodes(h, customer);
    expect((await signIn(customer)).body.error.methods).toEqual(['totp', 'recovery']);
    const wrong = await signIn(customer, {}, 'not the password');
    expect(wrong.body.error.type).toBe('INVALID_CREDENTIALS');
    expect(wrong.body.error.methods).toBeUndefined();
  });

  test('[INV-19] a wrong password with a right code looks like a wrong password without', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const code = app.nextCode();
    expect(typeOf(await signIn(customer, { code }, 'not the password'))).toBe('INVALID_CREDENTIALS');
    expect(typeOf(await signIn(customer, { code }))).toBe('ok'); // and does not use the code up
  });

  test('[INV-18] a code works once: not again, not one from before, and of two at once one', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    expect(typeOf(await signIn(customer, { code: app.code() }))).toBe('CODE_NOT_VALID'); // it switched two-step on
    const code = app.nextCode();
    expect(typeOf(await signIn(customer, { code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toBe('ok');
    expect(typeOf(await signIn(customer, { code }))).toBe('CODE_NOT_VALID');
    h.wall.advance(60 * SECOND_MS);
    expect(typeOf(await signIn(customer, { code: app.code() }))).toBe('ok');
    expect(typeOf(await signIn(customer, { code: app.code(-1) }))).toBe('CODE_NOT_VALID');

    const raced = app.nextCode();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(customer, { code: raced })));
    expect(answers.map(typeOf).sort()).toEqual(['CODE_NOT_VALID', 'CODE_NOT_VALID', 'CODE_NOT_VALID', 'ok']);
  });

  test('one step late is in time, two are not', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const late = app.nextCode();
    h.wall.advance(30 * SECOND_MS);
    expect(typeOf(await signIn(customer, { code: late }))).toBe('ok');
    const later = app.nextCode();
    h.wall.advance(60 * SECOND_MS);
    expect(typeOf(await signIn(customer, { code: later }))).toBe('CODE_NOT_VALID');
  });

  test('five wrong codes: a quarter of an hour, the right one too; the owner is told, the password stays free', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    for (let n = 0; n < 5; n += 1) expect(typeOf(await signIn(customer, { code: '000000' }))).toBe('CODE_NOT_VALID');
    expect(mailsTo(customer).filter((template) => template === 'sign_in_locked')).toHaveLength(1);
    expect(await events(customer)).toContain('second_factor_failed');
    const locked = await signIn(customer, { code: app.nextCode() });
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(typeOf(await signIn(customer))).toBe('MFA_REQUIRED');

    h.wall.advance(15 * MINUTE_MS);
    expect(typeOf(await signIn(customer, { code: app.code() }))).toBe('ok');
    for (let n = 0; n < 4; n += 1) expect(typeOf(await signIn(customer, { code: '000000' }))).toBe('CODE_NOT_VALID');
    expect(typeOf(await signIn(customer, { code: app.nextCode() }))).toBe('ok'); // the five begin anew
  });

  test('guesses at the same moment all count: ten at once have five looks, the rest wait', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(customer, { code: '000000' })));
    expect(answers.map(typeOf).filter((type) => type === 'CODE_NOT_VALID')).toHaveLength(5);
    expect(answers.map(typeOf).filter((type) => type === 'RATE_LIMITED')).toHaveLength(5);
  });

  test('whoever has the password can lock the code for strangers, never for the owner’s known device', async () => {
    const customer = await makeCustomer();
    const app = await switchOnTwoStep(h, customer);
    const owner = await signIn(customer, { code: app.nextCode() });
    const { device } = owner.body;
    for (let n = 0; n < 6; n += 1) await signIn(customer, { code: '000000' });
    expect((await signIn(customer, { code: app.nextCode() })).status).toBe(429);
    expect(typeOf(await signIn(customer, { code: app.code(), device }))).toBe('ok');
  });
});
