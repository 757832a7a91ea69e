import { Trans } from '@lingui/react/macro';
import { failureOf } from '../lib/failure.ts';
import { commonWords } from '../shared/failures/common-words.tsx';
import { signInWords } from '../shared/failures/sign-in-words.tsx';
import type { FailureContext } from '../shared/failures/words.tsx';

/** Texts of failures of every form of this site. */
export const formFailures: FailureContext = { words: commonWords };

const otherWay = <Trans>Try again or sign in another way.</Trans>;

/** Texts of a failed sign-in. */
export const signInFailures: FailureContext = {
  words: {
    ...formFailures.words,
    ...signInWords,
    PASSKEY_NOT_VALID: { title: <Trans>This passkey was not accepted.</Trans>, next: otherWay },
    NotAllowedError: { title: <Trans>No passkey was used.</Trans>, next: otherWay },
  },
};

/** Returns whether the email or the password was wrong. */
export const isWrongPassword = (error: unknown): boolean =>
  ['INVALID_CREDENTIALS', 'INVALID_REQUEST'].includes(failureOf(error).reason);
