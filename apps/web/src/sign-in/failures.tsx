import { Trans } from '@lingui/react/macro';
import { failureOf } from '../lib/failure.ts';
import { commonWords } from '../shared/failures/common-words.tsx';
import type { FailureContext, Words } from '../shared/failures/words.tsx';

/** Texts of failures of every form of this site. */
export const formFailures: FailureContext = { words: commonWords };

const noMatch: Words = { title: <Trans>That email and password don't match.</Trans> };
const otherWay = <Trans>Try again or sign in another way.</Trans>;

/** Texts of a failed sign-in. They do not reveal whether the account exists (INV-19). */
export const signInFailures: FailureContext = {
  words: {
    ...formFailures.words,
    INVALID_CREDENTIALS: noMatch,
    INVALID_REQUEST: noMatch,
    PASSKEY_NOT_VALID: { title: <Trans>This passkey was not accepted.</Trans>, next: otherWay },
    NotAllowedError: { title: <Trans>No passkey was used.</Trans>, next: otherWay },
  },
};

/** Returns whether the email or the password was wrong. */
export const isWrongPassword = (error: unknown): boolean => signInFailures.words[failureOf(error).reason] === noMatch;
