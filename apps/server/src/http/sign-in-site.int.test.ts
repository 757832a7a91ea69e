import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { useHarness } from '../../test/use-harness.ts';
import { defaultCallerLimits } from '../default-caller-limits.ts';
import { limitsPerMinuteAndHour } from '../services/rate-windows/ports.ts';

/** A lower limit than the usual one: each wrong password costs a real hash. */
const PER_NETWORK = 3;
const h = useHarness({
  callerLimits: { ...defaultCallerLimits, wrongSignIns: limitsPerMinuteAndHour(PER_NETWORK, 100) },
});

const signIn = (email: string, password: string, remoteAddress: string) =>
  inject(h.app, { method: 'POST', url: '/api/auth/sessions', payload: { email, password }, remoteAddress });

test('[L15] one IPv6 site may get ten times wrong what one network of it may; a right password counts nothing', async () => {
  const addressIn = (network: number) => `2001:db8:15:${network.toString(16)}::1`;
  const customer = await h.makeCustomer();
  for (let n = 0; n < 10 * PER_NETWORK; n += 1) {
    const answer = await signIn(`guessed-${n}@test.arcwave.test`, 'wrong', addressIn(Math.floor(n / 2)));
    expect(answer.status, `guess ${n}`).toBe(400);
  }
  expect((await signIn(customer.email, PASSWORD, addressIn(999))).status).toBe(429);
  expect((await signIn(customer.email, PASSWORD, '2001:db8:16::1')).status).toBe(200);
  h.wall.advance(MINUTE_MS + SECOND_MS);
  expect((await signIn(customer.email, PASSWORD, addressIn(999))).status).toBe(200);
});
