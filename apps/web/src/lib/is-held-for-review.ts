import type { ErrorBody } from '@foyer/contract/api/route';
import type { CallError } from './call-error.ts';

/** Whether a NEEDS_REVIEW refusal holds the order for the account: it is carried out when the review clears it (EX-01). */
export const isHeldForReview = ({ body }: Pick<CallError, 'body'>): boolean =>
  (body as Partial<ErrorBody> | null | undefined)?.error?.held ?? false;
