import { DAY_MS, HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { makeDue } from '../../../test/multiply.ts';
import { buyStarter, CARD, makePurchase, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/**
 * A server whose own clock is wrong: the clock of the database decides what is due and which process has a lease (INV-11).
 */

const h = useShop();

const setOwnClock = (byMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
afterEach(() => {
  vi.useRealTimers();
});

describe.each([40 * DAY_MS, -2 * HOUR_MS, -70 * DAY_MS])('by %s ms', (wrongMs) => {
  test('[INV-11] what is due is charged, once, and nothing else is', async () => {
    const early = await h.makeCustomer({ card: 'tok_visa' });
    await makePurchase(early, { planId: 'pln_drive_starter_monthly' });
    const first = await makeDue(h, 3);
    setOwnClock(wrongMs);
    expect(await h.work.runDueWork()).toBe(3);
    vi.useRealTimers();
    expect(await h.charges(early)).toHaveLength(1);
    const renewed = await h.database.query(
      `SELECT id FROM invoices WHERE reason = 'renewal' AND status = 'paid' AND account_id LIKE $1`,
      [`${first}%`],
    );
    expect(renewed).toHaveLength(3);
    expect(await h.work.runDueWork()).toBe(0);
  });

  test('[INV-12] a payment that is being sent is nobody else’s for a minute', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const gate = h.faults.hold('charge');
    setOwnClock(wrongMs);
    const buying = buyStarter(customer);
    await gate.arrived;
    vi.useRealTimers();
    const [lease] = await h.database.query<{ ms: number }>(
      `SELECT (extract(epoch FROM lease_until - now()) * 1000)::bigint AS ms FROM payment_attempts WHERE account_id = $1 AND status = 'sending'`,
      [customer.accountId],
    );
    expect(await h.work.recoverAttempts()).toBe(0);
    gate.release();
    expect((await buying).status).toBe(201);
    expect(lease?.ms).toBeGreaterThan(MINUTE_MS / 2);
    expect(lease?.ms).toBeLessThanOrEqual(MINUTE_MS + 1_000);
    expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([
      starterYearly.expectedTotalCents,
    ]);
  });

  test('[INV-27] an account is not closed while its card is being saved', async () => {
    const ada = await makeCustomerToClose(h);
    const gate = h.faults.hold('saveCard');
    setOwnClock(wrongMs);
    const saving = ada.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    await gate.arrived;
    vi.useRealTimers();
    expect(await refusal(close(h, ada))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    gate.release();
    expect((await saving).status).toBe(201);
  });
});
