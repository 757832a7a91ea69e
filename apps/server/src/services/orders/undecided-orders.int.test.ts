import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Quote } from '@foyer/contract/api/shapes';
import { expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, expectChallenge } from '../../../test/challenges.ts';
import { checkCode, driveYear, fifthOff, makeCode, redeem, stateOf } from '../../../test/codes.ts';
import type { Customer } from '../../../test/harness.ts';
import { readPromotion as lookPromotion, redeemPromotion } from '../../../test/promotions.ts';
import { BUY, buy, makeHolder, makePurchase, refusal, START, saveCard } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** An order whose bank waits for the customer leaves every other choice available: the next order ends its challenge. */

const individual = { planId: 'pln_iot_individual', interval: 'yearly' };
const h = useShop();

const quoteOf = async (customer: Customer, body: object) => {
  const answer = await customer.client.post<Quote>(`${BUY}/preview`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const planOf = async (customer: Customer, product: string, id: string) => {
  const { body } = await customer.client.get<{ plans: TieredPlan[] }>(`/api/subscription/v2/plans?product=${product}`);
  return body.plans.find((plan) => plan.id === id);
};

test('[IO-02] [SU-04] the trial of the plan stays on offer, is foretold with its end, and is had', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const offered = await planOf(customer, 'iot', individual.planId);
  await expectChallenge(buy(customer, individual));
  expect(await planOf(customer, 'iot', individual.planId)).toEqual(offered);
  expect(offered).toMatchObject({ hasTrial: true, isCurrent: false });
  const { coming } = await quoteOf(customer, { ...individual, trial: true });
  expect(coming.map(({ kind }) => kind)).toEqual(['trial_ends']);
  const { subscription } = await makePurchase(customer, { ...individual, trial: true, expectedTotalCents: 0 });
  expect(subscription).toMatchObject({ status: 'trialing', isTrial: true });
});

test('[DR-03] the plan is nobody’s yet, and takes no place of the many there may be', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, { planId: 'pln_drive_starter', interval: 'yearly' }));
  const { body } = await customer.client.get<{ plans: TieredPlan[] }>('/api/subscription/plans?product=drive');
  expect(body.plans.find(({ id }) => id === 'pln_drive_starter')).toMatchObject({ isCurrent: false, hasTrial: true });
  expect((await confirm(customer, attemptId, { givenUp: true })).status).toBe(410);
});

test('[PY-06] what it holds of the credit is in the next quote again, so that the amount agreed to is the one charged', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate_monthly' });
  await h.advance(customer, { by: 'P11D' });
  const down = await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_starter_monthly' });
  expect(down.status, down.text).toBe(200);
  const quote = await quoteOf(customer, individual);
  expect(quote.credit).toBeGreaterThan(0);
  await saveCard(customer, CHALLENGE_CARD);
  const order = { ...individual, expectedTotalCents: quote.amountDueCents };
  await expectChallenge(buy(customer, order));
  expect(await quoteOf(customer, individual)).toEqual(quote);
  await expectChallenge(buy(customer, order));
  expect(await refusal(buy(customer, { ...order, expectedTotalCents: 1 }))).toEqual([409, 'QUOTE_CHANGED']);
});

test('[BY-03] a change says the same amount before the question, beside it and once it is given up, and that is what it costs', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter', interval: 'yearly' });
  await h.advance(customer, { by: 'P100D' });
  const wanted = { planId: 'pln_drive_ultimate', interval: 'yearly' };
  const quoteChange = () => quoteOf(customer, { ...wanted, subscriptionId: id });
  const quote = await quoteChange();
  expect(quote.amountDueCents).toBe(47_136);
  await saveCard(customer, CHALLENGE_CARD);
  const change = () => customer.client.patch(`${BUY}/${id}`, { ...wanted, expectedTotalCents: quote.amountDueCents });
  const { attemptId } = await expectChallenge(change());
  expect(await quoteChange()).toEqual(quote);
  expect((await confirm(customer, attemptId, { givenUp: true })).status).toBe(410);
  expect(await quoteChange()).toEqual(quote);
  const again = await expectChallenge(change());
  await answerBank(h, again.attemptId, 'approve');
  expect((await confirm(customer, again.attemptId)).status).toBe(200);
});

test.each([
  ['drive', { planId: 'pln_drive_starter', interval: 'yearly' }, driveYear],
  ['IoT', individual, { ...driveYear, planId: individual.planId }],
])('[CD-01] a code for %s says what it will do, and does it', async (_product, order, made) => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const code = await makeCode(h, made);
  const before = await checkCode(customer, code);
  expect(before.body).toMatchObject({ refusal: null, effect: { action: 'new' } });
  await expectChallenge(buy(customer, order));
  expect((await checkCode(customer, code)).body).toMatchObject({ refusal: null, effect: { action: 'new' } });
  const redeemed = await redeem(customer, code);
  expect(redeemed.status, redeemed.text).toBe(201);
});

test('[CD-05] a discount that the order would have used up is there for the next one: in its look, in the list, in its quote', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
  const code = await makeCode(h, { ...fifthOff, uses: 1 });
  const order = { ...individual, couponId: code };
  const list = () => customer.client.get(`/api/subscription/v2/plans?product=iot&coupon=${code}`);
  const [looked, listed, quoted] = [await checkCode(customer, code), await list(), await quoteOf(customer, order)];
  expect(quoted.discount).toBeGreaterThan(0);
  await expectChallenge(buy(customer, order));
  expect(await stateOf(h, code)).toBe('applied');
  expect((await checkCode(customer, code)).body).toMatchObject({
    refusal: null,
    discountPercentage: looked.body.discountPercentage,
  });
  expect((await list()).body).toEqual(listed.body);
  expect(await quoteOf(customer, order)).toEqual(quoted);
  const other = await h.makeCustomer();
  expect(await refusal(checkCode(other, code))).toEqual([404, 'NOT_FOUND']);
  const { attemptId } = await expectChallenge(buy(customer, { ...order, expectedTotalCents: quoted.amountDueCents }));
  await answerBank(h, attemptId, 'approve');
  expect((await confirm(customer, attemptId)).status).toBe(200);
  expect(await refusal(checkCode(customer, code))).toEqual([409, 'COUPON_REDEEMED']);
});

test('[PR-04] a promotion says what is charged after it, and what comes back of a plan that gives way', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter', interval: 'yearly' });
  await h.advance(customer, { by: 'P100D' });
  const before = await lookPromotion(customer, '2-series');
  expect(before.body.promotion.chargeThen).not.toBeNull();
  await saveCard(customer, CHALLENGE_CARD);
  await expectChallenge(customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'yearly' }));
  expect((await lookPromotion(customer, '2-series')).body).toEqual(before.body);
  expect((await redeemPromotion(customer, before.body.promoCode)).status).toBe(201);
});
