import { expect, test } from 'vitest';
import { anIotPlan, individual } from '../../../testing/tiered-answers.ts';
import { listPriceOf } from './list-price.ts';

test.each([
  ['yearly', true, 10080, { subtotalCents: 12000, savedCents: 1920 }],
  ['monthly', false, 1000, { subtotalCents: 1000, savedCents: 0 }],
])('[IO-02] %s: subtotal less what it saves is what is charged before tax', (_name, isYearly, subtotal, price) => {
  expect(listPriceOf(individual, isYearly, { subtotal })).toEqual(price);
});

test('[IO-02] a plan that saves nothing has no discount', () => {
  const plain = anIotPlan('plain', 1000, { annualDiscount: null });
  expect(listPriceOf(plain, true, { subtotal: 12000 })).toEqual({ subtotalCents: 12000, savedCents: 0 });
});
