import { expect, test } from 'vitest';
import { CHALLENGE_CARD, expectChallenge } from '../../../test/challenges.ts';
import { BUY, buy, CARD, makeHolder, START } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** An unanswered challenge delays the end of a trial, period or retry by no more than its 23 h (S12, S15). */

const h = useShop();

const endDue = { status: 409, body: { error: { type: 'OPERATION_IN_PROGRESS', code: 'end_due' } } };

test('[SU-04] [SU-08] a second order once the trial is over: refused until it has ended, then as any other', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
  expect((await buy(customer, { planId: 'pln_drive_pro', trial: true })).status).toBe(201);
  await h.advance(customer, { to: '2026-01-24T06:00:00.000Z' });
  const order = { planId: 'pln_drive_starter', interval: 'monthly' };
  await expectChallenge(buy(customer, order));
  await h.advance(customer, { to: '2026-01-25T00:00:00.000Z' });
  expect(await h.subscriptions(customer)).toMatchObject([{ isTrial: true, entitled: true }]);

  // It ends the question that was left open, so nothing stands in the way of the trial's end any more.
  expect(await buy(customer, order)).toMatchObject(endDue);
  await h.advance(customer, { to: '2026-01-25T00:00:01.000Z' });
  expect(await h.subscriptions(customer)).toEqual([]);
  await expectChallenge(buy(customer, order));
  expect(await h.subscriptions(customer)).toEqual([]);
  await h.advance(customer, { by: 'P1D' });
});

test('[SU-03] a second change once a period is over that is to end: refused, and it ends', async () => {
  const monthly = { planId: 'pln_drive_starter', interval: 'monthly' };
  const { customer, id } = await makeHolder(h, monthly);
  await customer.client.post(CARD, { type: 'stripe', token: CHALLENGE_CARD });
  expect((await customer.client.patch(`${BUY}/${id}`, { cancelAtPeriodEnd: true })).status).toBe(200);
  await h.advance(customer, { to: '2026-02-10T06:00:00.000Z' });
  const yearly = { planId: 'pln_drive_starter', interval: 'yearly' };
  await expectChallenge(customer.client.patch(`${BUY}/${id}`, yearly));
  await h.advance(customer, { to: '2026-02-11T00:00:00.000Z' });
  expect(await customer.client.patch(`${BUY}/${id}`, yearly)).toMatchObject(endDue);
  await h.advance(customer, { to: '2026-02-11T00:00:01.000Z' });
  expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled' }]);
});
