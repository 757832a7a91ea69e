import * as z from 'zod/mini';
import type { ErrorType } from '../vocabulary/error-types.ts';
import { address, oneTimePurchase } from './shapes.ts';

/**
 * Who may call: anybody, the holder of a live session, anybody with the session looked at when there is one, or one of the
 * vendor's people, by a token of another kind (operator-roles.ts says who of them).
 */
export type Access = 'public' | 'session' | 'optional' | 'operator';

/**
 * Which budget a call draws on (threats.md §3). `read` and `write` are counted per address and account in memory;
 * `credentials` adds the failure limits that all servers share.
 */
export type RateClass = 'read' | 'write' | 'credentials';

type Schema = z.ZodMiniType;

export interface Route {
  readonly summary: string;
  readonly access: Access;
  readonly limit: RateClass;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Reply by status; `null` for an answer without content. */
  readonly replies: Readonly<Record<number, Schema | null>>;
  /** Refusals beyond the common ones. */
  readonly errors: readonly ErrorType[];
  /** The good answer is a file of this type and no JSON. */
  readonly produces?: 'application/pdf';
  /**
   * Honours `Idempotency-Key` (billing.md §3): a repeated call gets the first answer. `unkept`: the answer holds secrets that
   * are told once and kept nowhere, so a repeated call changes nothing and is refused.
   */
  readonly idempotent?: boolean | 'unkept';
  /** Exists only with the sandbox gateway. */
  readonly sandboxOnly?: boolean;
}

/** What whoever has to be signed in may hear when they are not. */
export const signedIn = ['UNAUTHORIZED', 'INVALID_TOKEN'] as const satisfies readonly ErrorType[];

/** Keeps the literal types of a route, so that server and page infer from the very same value. */
export const route = <const R extends Route>(value: R): R => value;

/** What is left to do in the browser when the bank wants to hear from the customer (api.md §0.3). */
export const paymentAction = z.object({
  attemptId: z.string(),
  kind: z.enum(['setup', 'payment']),
  gateway: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  /** A page for the challenge, where the gateway has one: on our own host. */
  url: z.optional(z.string()),
});
export type PaymentAction = z.infer<typeof paymentAction>;

/** The body of every refusal; both spellings of the message are always present, because clients read either (api.md §0). */
export const errorBody = z.object({
  message: z.string(),
  error: z.object({
    type: z.string(),
    message: z.string(),
    code: z.nullable(z.string()),
    declineCode: z.nullable(z.string()),
    field: z.nullable(z.string()),
    requestId: z.string(),
    quote: z.optional(z.any()),
    /** With MFA_REQUIRED: which second factors this account has. */
    methods: z.optional(z.array(z.string())),
    /** With NEEDS_REVIEW: the code or promotion is kept for the account, and carried out when the review clears it. */
    held: z.optional(z.boolean()),
    /** With STUDENT_EMAIL_REQUIRED: how an address has to end for this plan, such as `.edu` (IO-01). */
    emailSuffix: z.optional(z.string()),
    /** With StripeCardError, code authentication_required. */
    action: z.optional(paymentAction),
  }),
  /** With ADDRESS_INVALID: what is wrong with each part that was looked at, and what may have been meant (api.md §1). */
  validate: z.optional(z.record(z.string(), z.nullable(z.string()))),
  suggestions: z.optional(z.array(address)),
  original: z.optional(address),
  /** With the refusal of a one-time purchase that failed (api.md §4.3). */
  purchase: z.optional(oneTimePurchase),
});
export type ErrorBody = z.infer<typeof errorBody>;
