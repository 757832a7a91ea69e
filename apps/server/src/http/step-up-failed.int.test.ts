import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { call, makeSignInCalls, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
const { makeCustomer, events, mailsTo } = makeSignInCalls(() => h);

const stepUps = async (customer: Customer) => (await events(customer)).filter((type) => type.startsWith('step_up'));
const isLockMail = (template: string) => template === 'step_up_locked';

const FIVE = ['step_up_failed', 'step_up_failed', 'step_up_failed', 'step_up_failed', 'step_up_locked'];

describe('[SC-02, BY-06] wrong passwords in an open session', () => {
  test('each is in the activity, and the owner is told once when they lock', async () => {
    const customer = await makeCustomer();
    const change = (password: string) => call(h, customer, 'POST', '/api/auth/me/export', { password });
    for (let n = 0; n < 4; n += 1) expect((await change('wrong')).body.error.type).toBe('INVALID_CREDENTIALS');
    expect(mailsTo(customer).filter(isLockMail)).toEqual([]);
    expect((await change('wrong')).body.error.type).toBe('INVALID_CREDENTIALS');
    expect((await change(PASSWORD)).status).toBe(429);
    expect(await stepUps(customer)).toEqual(FIVE);
    expect(mailsTo(customer).filter(isLockMail)).toHaveLength(1);
    const told = h.queued.filter((mail) => 'template' in mail && mail.template === 'step_up_locked').at(-1);
    expect(told).toMatchObject({ to: customer.email, language: 'en', facts: { address: '127.0.0.1' } });
    const { body } = await customer.client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity');
    expect(body.events.slice(0, 5).map(({ type }) => type)).toEqual(FIVE.toReversed());

    h.wall.advance(2 * MINUTE_MS);
    await change('wrong');
    expect(mailsTo(customer).filter(isLockMail), 'not once for each guess after it').toHaveLength(1);
    h.wall.reset();
  });

  test('nothing is put down of who types it right', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    expect(await stepUps(customer)).toEqual([]);
  });

  test('wrong codes beside the right password are put down and told the same way', async () => {
    const customer = await makeCustomer();
    await switchOnTwoStep(h, customer);
    const off = (code: string) =>
      call(h, customer, 'DELETE', '/api/auth/me/security/mfa', { password: PASSWORD, code });
    for (let n = 0; n < 5; n += 1) expect((await off('000000')).body.error.type).toBe('CODE_NOT_VALID');
    expect((await off('000000')).status).toBe(429);
    expect(await stepUps(customer)).toEqual(FIVE);
    expect(mailsTo(customer).filter(isLockMail)).toHaveLength(1);
  });
});
