import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { CustomerOptions } from './customers.ts';
import type { Customer, Harness } from './harness.ts';

/** What the tests of billing say again and again: the calls, a customer who bought something, what was charged. */

export const BUY = '/api/subscription/subscriptions';
export const CARD = '/api/account/me/payment_methods';
/** When the sandbox clock of a customer starts, if nothing else matters. */
export const START = '2026-01-10T12:00:00.000Z';
/** Starter yearly in Boston, with the amount on the button. */
export const starterYearly = { planId: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32462 };

/** The answer to a purchase and to a change. */
export interface Changed {
  readonly id: string;
  readonly subscription: Subscription;
  readonly receipt: Receipt | null;
}

export const buy = (customer: Customer, body: object, key?: string): Promise<Answer<Changed>> =>
  customer.client.post<Changed>(BUY, body, key === undefined ? {} : { key });

export const buyStarter = (customer: Customer, key?: string): Promise<Answer<Changed>> =>
  buy(customer, starterYearly, key);

export const bought = async (customer: Customer, body: object): Promise<Changed> => {
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
  return { customer, id: (await bought(customer, body)).id };
};

/** The test card that ends in 0341: saved without a word, declined when it is charged. */
export const FAILS_LATER = 'tok_visa_chargeCustomerFail';

/** A card in the place of the one before; gives the receipts that were tried again with it. */
export const saveCard = async (customer: Customer, token: string): Promise<string[]> => {
  const answer = await customer.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.retried;
};

/** A customer whose monthly renewal failed: 3220 are open. */
export const makeLate = async (h: Harness): Promise<{ customer: Customer; id: string; receipt: string }> => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  await saveCard(customer, FAILS_LATER);
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

/** What the gateway took, or declined to take, in order. */
export const amounts = async (h: Harness, customer: Customer, status?: 'declined'): Promise<number[]> =>
  (await h.charges(customer, status)).map(({ amountCents }) => amountCents);

/** After every test of billing: nothing was logged that nobody expected, and the books are right. */
export const expectAllRight = async (h: Harness): Promise<void> => {
  h.log.expectQuiet();
  expect(await h.ledgerCheck()).toEqual([]);
};
