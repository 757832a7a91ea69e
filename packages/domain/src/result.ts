import type { ErrorType } from '@foyer/contract/vocabulary/error-types';

/** An expected "no": a code from the one list, and what the page needs to act on it. The service throws it, rules return it. */
export interface Refusal {
  readonly ok: false;
  readonly type: ErrorType;
  readonly detail: Readonly<Record<string, unknown>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const refuse = (type: ErrorType, detail: Readonly<Record<string, unknown>> = {}): Refusal => ({
  ok: false,
  type,
  detail,
});
