import type { Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { documentSchema } from '../src/http/json-schema.ts';
import { PASSWORD } from './customers.ts';

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly const?: unknown }>>;
  readonly required?: readonly string[];
}

/** The members of a call's body, as the document of the API describes them. */
export const membersOf = (name: RouteName): JsonSchema => {
  const { body }: Route = routes[name];
  return body ? (documentSchema(body, 'input') as JsonSchema) : {};
};

/** A good body of each call that has one, to spoil one member of. */
export const goodBodies: Readonly<Partial<Record<RouteName, Record<string, unknown>>>> = {
  'POST /api/auth/sessions': { email: 'nobody@test.arcwave.test', password: PASSWORD },
  'POST /api/auth/tokens': { refreshToken: 'fr_nothing' },
  'POST /api/account/me/receipts/:id/pay': { expectedTotalCents: 1 },
  'POST /api/account/me/payment_methods': { type: 'stripe', token: 'tok_visa' },
  'POST /api/account/me/clock/advance': { by: 'P1D' },
  'POST /api/subscription/subscriptions/preview': { planId: 'pln_drive_pro' },
  'POST /api/subscription/subscriptions': { planId: 'pln_drive_pro' },
  'PATCH /api/subscription/subscriptions/:id': { planId: 'pln_drive_pro' },
  'POST /sandbox/tokens': { number: '4242424242424242', expMonth: 4, expYear: 2030, cvc: '123' },
};

export const bodies = Object.keys(goodBodies) as RouteName[];
/** Method and URL of the call, with the ids of the given subscription and receipt. */
export const target = (
  name: RouteName,
  { subscriptionId, receiptId }: { subscriptionId: string; receiptId: string },
): { method: 'POST' | 'PATCH'; url: string } => {
  const [method, path = ''] = name.split(' ');
  return { method: method as 'POST', url: path.replace(':id', name.includes('receipts') ? receiptId : subscriptionId) };
};

/** Fields for which hostile text is not malformed, but a wrong secret, token or number. */
export const notOfForm: Readonly<Record<string, ErrorType>> = {
  'POST /api/auth/tokens refreshToken': 'INVALID_TOKEN',
  'POST /sandbox/tokens number': 'StripeCardError',
};
