import * as z from 'zod/mini';
import type { ErrorType } from '../vocabulary/error-types.ts';

/** Who may call: anybody, or the holder of a live session. */
export type Access = 'public' | 'session';

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
  /** Honours `Idempotency-Key` (billing.md §3). */
  readonly idempotent?: boolean;
  /** Exists only with the sandbox gateway. */
  readonly sandboxOnly?: boolean;
}

/** Keeps the literal types of a route, so that server and page infer from the very same value. */
export const route = <const R extends Route>(value: R): R => value;

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
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
