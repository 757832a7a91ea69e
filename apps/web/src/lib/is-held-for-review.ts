import type { ErrorBody } from '@foyer/contract/api/route';
import type { CallError } from './call-error.ts';

/**
 * Returns whether a NEEDS_REVIEW refusal stored the order. It is then carried out when the review clears the account
 * (EX-01).
 */
export const isHeldForReview = ({ body }: Pick<CallError, 'body'>): boolean =>
  (body as Partial<ErrorBody> | null | undefined)?.error?.held ?? false;
