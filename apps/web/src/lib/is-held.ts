import type { ErrorBody } from '@foyer/contract/api/route';
import type { CallError } from './call-error.ts';

/** With NEEDS_REVIEW: what was asked for is kept for the account and carried out when the review clears it (EX-01). */
export const isHeld = ({ body }: Pick<CallError, 'body'>): boolean =>
  (body as Partial<ErrorBody> | null | undefined)?.error?.held ?? false;
