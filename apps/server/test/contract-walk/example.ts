import type { operator } from '@foyer/contract/api/operator';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import type { vendor } from '@foyer/contract/api/vendor';
import { expect } from 'vitest';
import { type Answer, inject } from '../client.ts';
import type { Customer, Harness } from '../harness.ts';
import { makePasskeyCalls } from '../passkey-calls.ts';
import { makeMailSender } from '../sent-mails.ts';

/** One good call of the contract. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Cookie that the call needs. */
  readonly cookie?: string;
  readonly status: number;
  /** Set when a successful answer of this call needs a separate state. */
  readonly as?: Customer;
}

/** Operator calls and those of the vendor API have separate examples and tokens. */
export type CustomerCall = Exclude<RouteName, keyof typeof operator | keyof typeof vendor>;

/** Makes the example of each call, at the place where it is needed. */
export type Examples<Name extends RouteName, Place> = Readonly<
  Record<Name, (place: Place) => Promise<Example> | Example>
>;

/** Customer and rows for the examples of customers' calls. */
export interface Site {
  readonly h: Harness;
  readonly mailSender: ReturnType<typeof makeMailSender>;
  readonly passkeyCalls: ReturnType<typeof makePasskeyCalls>;
  /** Boston, a good card, drive Starter yearly on a sandbox clock. */
  readonly customer: Customer;
  readonly subscriptionId: string;
  readonly receiptId: string;
}

export const openSite = async (h: Harness): Promise<Site> => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  const bought = await customer.client.post<{ id: string; receipt: { id: string } }>(
    '/api/subscription/subscriptions',
    { planId: 'pln_drive_starter' },
  );
  expect(bought.status, bought.text).toBe(201);
  return {
    h,
    mailSender: makeMailSender(h),
    passkeyCalls: makePasskeyCalls(() => h),
    customer,
    subscriptionId: bought.body.id,
    receiptId: bought.body.receipt.id,
  };
};

export const allCalls = Object.keys(routes) as RouteName[];

export const methodOf = (name: RouteName) =>
  name.slice(0, name.indexOf(' ')) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `/api/x/:id`, as the contract writes it. */
export const patternOf = (name: RouteName): string => name.slice(name.indexOf(' ') + 1);

/** As the API document writes it. */
export const documentedPath = (name: RouteName): string => patternOf(name).replaceAll(/:(\w+)/g, '{$1}');

const urlOf = (name: RouteName, { path = {}, query = '' }: Pick<Example, 'path' | 'query'>): string =>
  patternOf(name).replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(path[part] ?? '')) + query;

export const callExample = (
  { app }: Harness,
  name: RouteName,
  example: Pick<Example, 'path' | 'query' | 'body' | 'cookie'>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer<unknown>> =>
  inject(app, {
    method: methodOf(name),
    url: urlOf(name, example),
    headers: { ...(example.cookie ? { cookie: example.cookie } : {}), ...headers },
    ...(example.body ? { payload: example.body } : {}),
  });
