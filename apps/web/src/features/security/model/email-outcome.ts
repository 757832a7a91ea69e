import { CallError } from '../../../lib/call-error.ts';

/** Outcomes of the link of an e-mail change (SC-11). */
export type EmailOutcome = 'updated' | 'used' | 'invalid' | 'old-address' | 'other-user' | 'unclear';

/**
 * Classifies a failed confirmation. An expired link and a link of another user have the same text but different next
 * steps.
 */
export const emailOutcome = (cause: unknown): EmailOutcome => {
  switch (cause instanceof CallError ? cause.type : '') {
    case 'TOKEN_USED':
      return 'used';
    case 'INVALID_TOKEN':
      return 'invalid';
    case 'TOKEN_EXPIRED':
      return 'old-address';
    case 'INVALID_USER':
      return 'other-user';
    default:
      return 'unclear';
  }
};
