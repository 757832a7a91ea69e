import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ErrorsOf, Failure } from '../../lib/failure.ts';
import { accountWords } from './account-words.tsx';
import { refusedFieldOf } from './setting-field.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { type FailureContext, Sentences, type Words, type WordTable } from './words.tsx';

const wrongPassword: Words = { title: <Trans>It appears that this password was wrong.</Trans>, effect: null };

/** Message of the server, which gives the reason. */
const messageOf = ({ error }: Failure) => error?.message !== error?.type && <span>{error?.message}</span>;

const nothingChanged = <Trans>Nothing changed.</Trans>;

/** Errors of the settings. The editor of recovery codes itself handles ACTION_REFUSED. */
type SettingError = Exclude<
  ErrorsOf<
    | 'PATCH /api/auth/me/email'
    | 'POST /api/auth/me/change-password'
    | 'POST /api/auth/me/security/mfa'
    | 'PUT /api/auth/me/security/mfa'
    | 'DELETE /api/auth/me/security/mfa'
    | 'POST /api/auth/me/security/recovery-codes'
    | 'POST /api/auth/me/security/passkeys/options'
    | 'POST /api/auth/me/security/passkeys'
    | 'DELETE /api/auth/me/security/passkeys/:id'
    | 'DELETE /api/auth/me/security/sessions'
    | 'POST /api/auth/me/export'
    | 'DELETE /api/auth/users'
  >,
  'ACTION_REFUSED'
>;

/** Texts of failures of security settings, in the words of the product specification where it gives them (SC-08). */
export const settingWords = {
  ...accountWords,
  INVALID_CREDENTIALS: wrongPassword,
  UNAUTHORIZED: wrongPassword,
  PASSWORD_REQUIRED: wrongPassword,
  SIGN_IN_AGAIN: {
    title: <Trans>First prove that it is you. You come back here, and then have five minutes.</Trans>,
    next: <SignInAgain />,
  },
  INVALID_EMAIL: {
    title: ({ error }: Failure) =>
      /already/i.test(error?.message ?? '') ? (
        <Trans>Email is taken. Try another.</Trans>
      ) : (
        <Trans>Invalid email. Try another.</Trans>
      ),
  },
  INVALID_PASSWORD: {
    title: (
      <span>
        <Trans>Invalid password. Try something else.</Trans>
      </span>
    ),
    reason: messageOf,
  },
  MFA_NOT_ENABLED: { title: <Trans>You need to scan the QR code before entering passcodes.</Trans> },
  MFA_ALREADY_ENABLED: { title: <Trans>Two-step authentication is already on.</Trans> },
  CODE_NOT_VALID: {
    title: (failure: Failure) =>
      refusedFieldOf(failure) === 'second' ? (
        <Trans>Your second code is wrong.</Trans>
      ) : (
        <Trans>Your first code is wrong.</Trans>
      ),
  },
  CIDR_REQUIRED: { title: <Trans>This account only allows certain network addresses.</Trans> },
  INVALID_CIDR: { title: <Trans>Not a valid network range.</Trans> },
  PASSKEY_NOT_VALID: {
    title: <Trans>This passkey was not accepted.</Trans>,
    effect: nothingChanged,
  },
  OPERATION_IN_PROGRESS: {
    title: <Trans>A payment is still being decided.</Trans>,
    effect: nothingChanged,
    next: <Trans>Try again in a few minutes.</Trans>,
  },
  CLOSURE_BLOCKED: {
    title: <Trans>Your account is under review. It can be closed when the review is decided.</Trans>,
  },
  PAYMENT_GATEWAY_ERROR: {
    title: <Trans>Our payment provider could not remove your card, so nothing was closed. Try again later.</Trans>,
  },
  UNDECIDED: {
    title: (
      <Trans>
        Your account isn't closed yet: our payment provider hasn't answered. Your card is no longer on your account.
        We'll close the account as soon as the provider confirms that, and email you then.
      </Trans>
    ),
    effect: null,
  },
} satisfies WordTable & Record<SettingError, Words>;

/**
 * Texts of failures of a security setting.
 * @param unsure says how the user can check whether it was done
 */
export const settingFailures = (unsure?: ReactNode): FailureContext => ({
  words: settingWords,
  unknown: (
    <Sentences
      of={[<Trans key="unknown">We don't know if this was done. Check it before you try again.</Trans>, unsure].filter(
        Boolean,
      )}
    />
  ),
});
