import type { ErrorType } from '@foyer/contract/vocabulary/error-types';

/**
 * Expected refusal: an error type of the contract, and values the page needs for its message. Rules return it, services
 * throw it.
 */
export interface Refusal {
  readonly ok: false;
  readonly type: ErrorType;
  readonly detail: Readonly<Record<string, unknown>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Makes a refusal. `detail` holds values for the message, such as the current amount. */
export const refuse = (type: ErrorType, detail: Readonly<Record<string, unknown>> = {}): Refusal => ({
  ok: false,
  type,
  detail,
});
