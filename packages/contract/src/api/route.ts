import * as z from 'zod/mini';
import type { ErrorType } from '../vocabulary/error-types.ts';
import type { VendorScope } from '../vocabulary/vendor-scopes.ts';
import { address, oneTimePurchase } from './shapes.ts';

/**
 * Callers that a route accepts. `session` requires a live session, `optional` also accepts calls without one, and `public`
 * ignores it. `operator` requires an operator token, and roles decide (operator-roles.ts). `vendor` requires a key of the
 * vendor API, and its scopes decide.
 */
export type Access = 'public' | 'session' | 'optional' | 'operator' | 'vendor';

/**
 * Rate limit of a call. `read` and `write` are counted in memory by address and account. `credentials` adds failure
 * limits that all servers share.
 */
export type RateClass = 'read' | 'write' | 'credentials';

type Schema = z.ZodMiniType;

export interface Route {
  readonly summary: string;
  readonly access: Access;
  readonly limit: RateClass;
  /** Scope that a vendor key needs. Without one, each valid key may make the call. */
  readonly scope?: VendorScope;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Response schema by status; `null` for an empty response. */
  readonly replies: Readonly<Record<number, Schema | null>>;
  /** Errors besides the common ones. */
  readonly errors: readonly ErrorType[];
  /** Status of an error of this route that differs from the usual one of its type. */
  readonly errorStatuses?: Readonly<Partial<Record<ErrorType, number>>>;
  /** Content type of a successful response that is not JSON. */
  readonly produces?: 'application/pdf';
  /**
   * Supports `Idempotency-Key`: a repeated call gets the first response. `unkept`: the response contains secrets that
   * are not stored, so a repeated call changes nothing and is refused.
   */
  readonly idempotent?: boolean | 'unkept';
  /** Exists only with the sandbox gateway. */
  readonly sandboxOnly?: boolean;
}

/** Errors of calls that require a session. */
export const signedIn = ['UNAUTHORIZED', 'INVALID_TOKEN'] as const satisfies readonly ErrorType[];

/** Identity function that keeps the literal types of a route, so that server and page infer from the same value. */
export const route = <const R extends Route>(value: R): R => value;

/** Action the browser must do to complete a 3-D Secure challenge. */
export const paymentAction = z.object({
  attemptId: z.string(),
  kind: z.enum(['setup', 'payment']),
  gateway: z.enum(['sandbox', 'stripe']),
  clientSecret: z.string(),
  /** Page of the challenge on our own host, if the gateway has one. */
  url: z.optional(z.string()),
});
export type PaymentAction = z.infer<typeof paymentAction>;

/** Body of every error response. Both `message` fields have the same text, because clients read either. */
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
    /** Second factors of the account, for MFA_REQUIRED. */
    methods: z.optional(z.array(z.string())),
    /** True for NEEDS_REVIEW if the code or promotion is held. It is applied when the review is cleared. */
    held: z.optional(z.boolean()),
    /** Required ending of the email address, such as `.edu`, for STUDENT_EMAIL_REQUIRED (IO-01). */
    emailSuffix: z.optional(z.string()),
    /** Action for StripeCardError with the code authentication_required. */
    action: z.optional(paymentAction),
    /** Object of a refused operator call: its kind, as in the audit log, and the id that was sent. */
    subject: z.optional(z.object({ type: z.string(), id: z.string() })),
    /** Amounts in cents, for ACTION_REFUSED with the code more_than_left. */
    amounts: z.optional(z.object({ leftCents: z.int(), requestedCents: z.int() })),
  }),
  /** Problem of each checked part, for ADDRESS_INVALID. */
  validate: z.optional(z.record(z.string(), z.nullable(z.string()))),
  suggestions: z.optional(z.array(address)),
  original: z.optional(address),
  /** Purchase of a failed one-time purchase. */
  purchase: z.optional(oneTimePurchase),
});
export type ErrorBody = z.infer<typeof errorBody>;
