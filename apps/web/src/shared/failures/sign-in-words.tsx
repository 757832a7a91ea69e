import { Trans } from '@lingui/react/macro';
import type { WordTable } from './words.tsx';

const noMatch = { title: <Trans>That email and password don't match.</Trans> };

/** Texts of a failed sign-in of a customer or an operator. They do not reveal whether the account exists (INV-19). */
export const signInWords = {
  INVALID_CREDENTIALS: noMatch,
  INVALID_REQUEST: noMatch,
  CODE_NOT_VALID: { title: <Trans>This code isn't right. Enter the newest one.</Trans> },
} satisfies Partial<WordTable>;
