import type * as z from 'zod/mini';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { addresses } from './addresses.ts';
import { auth } from './auth.ts';
import { closing } from './closing.ts';
import { commands } from './commands.ts';
import { consent } from './consent.ts';
import { coupons } from './coupons.ts';
import { credentials } from './credentials.ts';
import { entitlements } from './entitlements.ts';
import { maintenance } from './maintenance.ts';
import { operator } from './operator.ts';
import { passkeys } from './passkeys.ts';
import { paymentAttempts } from './payment-attempts.ts';
import { plans } from './plans.ts';
import { portalLinks } from './portal-links.ts';
import { productSignIn } from './product-sign-in.ts';
import { promotions } from './promotions.ts';
import { sandbox } from './sandbox.ts';
import { secondFactor } from './second-factor.ts';
import { stepUp } from './step-up.ts';
import { subscriptions } from './subscriptions.ts';
import { usages } from './usage.ts';
import { vendor } from './vendor.ts';

/** All calls of the product. Server, API document and tests use these values; the page uses only their types. */
export const routes = {
  ...auth,
  ...credentials,
  ...secondFactor,
  ...stepUp,
  ...passkeys,
  ...portalLinks,
  ...productSignIn,
  ...activity,
  ...closing,
  ...addresses,
  ...consent,
  ...account,
  ...commands,
  ...plans,
  ...subscriptions,
  ...maintenance,
  ...entitlements,
  ...usages,
  ...promotions,
  ...coupons,
  ...paymentAttempts,
  ...sandbox,
  ...operator,
  ...vendor,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Parsed<R, Key extends string> = R extends Record<Key, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;
type Sent<R, Key extends string> = R extends Record<Key, infer S extends z.ZodMiniType> ? z.input<S> : undefined;
type ReplyOf<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;

/** Parsed input of a call's handler. */
export interface Request<Name extends RouteName> {
  params: Parsed<Routes[Name], 'params'>;
  query: Parsed<Routes[Name], 'query'>;
  body: Parsed<Routes[Name], 'body'>;
}

/** Input that a caller sends. */
export type CallInput<Name extends RouteName> = {
  [Key in 'params' | 'query' | 'body' as Sent<Routes[Name], Key> extends undefined ? never : Key]: Sent<
    Routes[Name],
    Key
  >;
};

/** Statuses of the successful responses of a call. */
export type ReplyStatus<Name extends RouteName> = keyof Routes[Name]['replies'] & number;

/** Body of a successful response, by default of any of its statuses. */
export type Reply<Name extends RouteName, Status extends ReplyStatus<Name> = ReplyStatus<Name>> = {
  [Each in Status]: ReplyOf<Routes[Name]['replies'][Each]>;
}[Status];
