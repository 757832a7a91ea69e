import type { ErrorBody } from '@foyer/contract/api/route';
import type { Failure } from './failure.ts';

const errorBodyOf = ({ error }: Failure): Partial<ErrorBody['error']> | undefined =>
  (error?.body as Partial<ErrorBody> | null | undefined)?.error;

/**
 * Returns whether NEEDS_REVIEW stored the command. It is then carried out when the review clears the account (EX-01).
 */
export const isHeldForReview = (failure: Failure): boolean => failure.isHeld ?? errorBodyOf(failure)?.held ?? false;

/** Required ending of the email address, with STUDENT_EMAIL_REQUIRED (IO-01). */
export const emailSuffixOf = (failure: Failure): string => errorBodyOf(failure)?.emailSuffix ?? '';

/** Amounts in cents, with the code more_than_left. Undefined for other refusals. */
export const amountsOf = (failure: Failure): ErrorBody['error']['amounts'] => errorBodyOf(failure)?.amounts;
