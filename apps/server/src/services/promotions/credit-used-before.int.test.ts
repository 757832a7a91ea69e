import { expect, test } from 'vitest';
import { codeOf, readPromotion, redeemPromotion } from '../../../test/promotions.ts';
import { makeHolder, makePurchase } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

test('[PR-04] what other plans take of the credit before then is not promised to the renewals', async () => {
  const { customer } = await makeHolder(h, { planId: 'pln_drive_pro', interval: 'yearly' });
  await makePurchase(customer, { planId: 'pln_iot_individual', interval: 'monthly' });
  await makePurchase(customer, { planId: 'pln_scope_starter', interval: 'monthly' });
  const { promotion } = (await readPromotion(customer, '2-series')).body;
  const answer = await redeemPromotion(customer, await codeOf(customer, '2-series'));
  expect(answer.status, answer.text).toBe(201);
  await h.advance(customer, { to: promotion.renewsOn ?? '' });
  const renewed = (await h.receipts(customer)).filter(
    ({ createdDate, items }) =>
      createdDate === promotion.renewsOn && items.some(({ amountCents }) => amountCents >= 29_988),
  );
  expect(renewed).toHaveLength(2);
  const sumOf = (centsOf: (receipt: (typeof renewed)[number]) => number) =>
    renewed.reduce((sum, receipt) => sum + centsOf(receipt), 0);
  expect(promotion.chargeThen).toEqual({
    taxCents: sumOf(({ tax }) => tax),
    taxRatePercentage: renewed[0]?.taxRatePercentage,
    taxPlace: renewed[0]?.taxPlace,
    totalCents: sumOf(({ totalCents }) => totalCents),
    creditCents: sumOf(({ creditTendered }) => creditTendered),
    amountDueCents: sumOf(({ amountDueCents }) => amountDueCents),
  });
  expect(promotion.chargeThen?.creditCents).toBeLessThan(promotion.creditCents ?? 0);
});
