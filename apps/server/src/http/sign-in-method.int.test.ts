import type { SignInMethod } from '@foyer/contract/api/activity';
import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import { stepAt } from '@foyer/domain/identity/totp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '../../test/harness.ts';
import { makeOperator, operatorSignIn } from '../../test/operators.ts';
import { makePasskeyCalls } from '../../test/passkey-calls.ts';
import { createRecoveryCodes, makeSignInCalls, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';

const h = useHarness();
const { changeAddress, signIn } = makeSignInCalls(() => h);
const { withPasskey, requestAuthentication, signInWith } = makePasskeyCalls(() => h);

beforeEach(changeAddress);

/** Methods of the sign-ins of a customer as an operator sees them, newest first; null for every other event. */
const methodsOf = async ({ accountId }: Customer) => {
  const support = await makeOperator(h, 'support');
  const { body } = await support.call<{ entries: TimelineEntry[] }>(
    'GET',
    `/api/operator/customers/${accountId}/timeline`,
  );
  return body.entries.map(({ type, method }) => [type, method]);
};

const methodOfNewest = async (customer: Customer) => (await methodsOf(customer))[0];

type SignsIn = () => Promise<{ customer: Customer; answer: { status: number } }>;

const withTwoStep = async () => {
  const customer = await withPasskey();
  const app = await switchOnTwoStep(h, customer);
  return { customer, app };
};

const ways: readonly [SignInMethod, SignsIn][] = [
  [
    'password_code',
    async () => {
      const { customer, app } = await withTwoStep();
      return { customer, answer: await signIn(customer, { code: app.nextCode() }) };
    },
  ],
  [
    'password_recovery_code',
    async () => {
      const { customer } = await withTwoStep();
      const [recoveryCode] = await createRecoveryCodes(h, customer);
      return { customer, answer: await signIn(customer, { recoveryCode }) };
    },
  ],
  [
    'password_passkey',
    async () => {
      const { customer } = await withTwoStep();
      const { challengeId, options } = await requestAuthentication();
      const passkey = { challengeId, response: customer.device.sign(options) };
      return { customer, answer: await signIn(customer, { passkey }) };
    },
  ],
  [
    'passkey',
    async () => {
      const customer = await withPasskey();
      return { customer, answer: await signInWith(customer.device) };
    },
  ],
];

describe('[ASVS 16.3.1] a sign-in says to operators by what it was proved', () => {
  test('password, from a new device and from a known one; another event has none', async () => {
    const customer = await h.makeCustomer();
    const { device } = (await signIn(customer)).body;
    expect((await signIn(customer, { device, code: '123456' })).status).toBe(200);
    await signIn(customer, {}, 'not the password');
    expect(await methodsOf(customer)).toEqual([
      ['sign_in_failed', null],
      ['signed_in', 'password'],
      ['signed_in', 'password'],
      ['signed_in', 'password'],
    ]);
  });

  test.each(ways)('%s', async (method, signsIn) => {
    const { customer, answer } = await signsIn();
    expect(answer.status).toBe(200);
    expect(await methodOfNewest(customer)).toEqual(['signed_in', method]);
  });

  test('so does that of an operator, in the trail', async () => {
    const by = { actor: 'test', reason: 'a test needs one' };
    const named = { email: 'method@vendor.example', name: 'Jo', roles: 'admin', secondStep: true };
    const { id, password, secret } = await h.operator.addOperator(named, by);
    const code = oneTimeCodes.codeAt(secret ?? '', stepAt(h.wall.now()));
    expect((await operatorSignIn(h, { email: named.email, password, code })).status).toBe(201);
    const plain = await makeOperator(h, 'support');
    const rows = await h.database.query(
      `SELECT operator_id, method FROM security_events WHERE type = 'operator_signed_in' AND operator_id = ANY ($1) ORDER BY at, id`,
      [[id, plain.id]],
    );
    expect(rows).toEqual([
      { operatorId: id, method: 'password_code' },
      { operatorId: plain.id, method: 'password' },
    ]);
  });
});
