import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { CustomerOptions } from './customers.ts';
import type { Customer, Harness } from './harness.ts';

/** Shared steps of tests about billing: calls, a customer with a plan, amounts charged. */

export const BUY = '/api/subscription/subscriptions';
export const CARD = '/api/account/me/payment_methods';
/** Usual start of the sandbox clock of a customer. */
export const START = '2026-01-10T12:00:00.000Z';
/** Order of Drive Starter yearly in Boston, with the amount on the button. */
export const starterYearly = { planId: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32462 };

/** Response of a purchase or change. */
export interface Changed {
  readonly id: string;
  readonly subscription: Subscription;
  readonly receipt: Receipt | null;
}

export const buy = (customer: Customer, body: object, key?: string): Promise<Answer<Changed>> =>
  customer.client.post<Changed>(BUY, body, key === undefined ? {} : { key });

export const buyStarter = (customer: Customer, key?: string): Promise<Answer<Changed>> =>
  buy(customer, starterYearly, key);

export const makePurchase = async (customer: Customer, body: object): Promise<Changed> => {
  const answer = await buy(customer, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

/** A customer in Boston with a good card who bought something at the start of their clock. */
export const makeHolder = async (
  h: Harness,
  body: object,
  options: CustomerOptions = {},
): Promise<{ customer: Customer; id: string }> => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: START, ...options });
  return { customer, id: (await makePurchase(customer, body)).id };
};

/** Test card 0341: it can be saved, and is declined at each charge. */
export const DECLINED_LATER_CARD = 'tok_visa_chargeCustomerFail';

/** Replaces the card. Returns the receipts whose payment was retried with it. */
export const saveCard = async (customer: Customer, token: string): Promise<string[]> => {
  const answer = await customer.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.retried;
};

/** A customer whose monthly renewal failed: 3220 are open. */
export const makeLate = async (h: Harness): Promise<{ customer: Customer; id: string; receipt: string }> => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  await saveCard(customer, DECLINED_LATER_CARD);
  await h.advance(customer, { until: 'next_renewal' });
  const open = (await h.receipts(customer)).find((receipt) => !receipt.isPaid);
  return { customer, id, receipt: open?.id ?? '' };
};

/** Status and type of an answer that has to be a refusal. */
export const refusal = async (answer: Promise<Answer<unknown>>): Promise<[number, string]> => {
  const { status, body, text } = await answer;
  expect(body?.error, text).toBeDefined();
  return [status, body.error.type];
};

/** Amounts charged or declined at the gateway, in order. */
export const amounts = async (h: Harness, customer: Customer, status?: 'declined'): Promise<number[]> =>
  (await h.charges(customer, status)).map(({ amountCents }) => amountCents);

/** Expects that nothing unexpected was logged and that the books are right. */
export const expectAllRight = async (h: Harness): Promise<void> => {
  h.log.expectQuiet();
  expect(await h.ledgerCheck()).toEqual([]);
};
