import { Plural, Trans } from '@lingui/react/macro';
import type { Refusal } from './refusal.ts';
import { SignInAgain } from './sign-in-again.tsx';

const MINUTE = 60;

/** Text of a refusal, in the words of the product specification where it gives them (SC-08). */
export const RefusalText = ({ of: { kind, serverMessage, seconds } }: { of: Refusal }) => {
  switch (kind) {
    case 'authPasswordInvalid':
      return <Trans>It appears that this password was wrong.</Trans>;
    case 'signInAgain':
      return (
        <>
          <Trans>First prove that it is you. You come back here, and then have five minutes.</Trans> <SignInAgain />
        </>
      );
    case 'changeEmailTaken':
      return <Trans>Email is taken. Try another.</Trans>;
    case 'changeEmailInvalid':
      return <Trans>Invalid email. Try another.</Trans>;
    case 'changePasswordInvalid':
      return (
        <>
          <span>
            <Trans>Invalid password. Try something else.</Trans>
          </span>
          {serverMessage && <span> {serverMessage}</span>}
        </>
      );
    case 'tfaNotEnabled':
      return <Trans>You need to scan the QR code before entering passcodes.</Trans>;
    case 'tfaFirstCodeInvalid':
      return <Trans>Your first code is wrong.</Trans>;
    case 'tfaSecondCodeInvalid':
      return <Trans>Your second code is wrong.</Trans>;
    case 'cidrRequired':
      return <Trans>This account only allows certain network addresses.</Trans>;
    case 'cidrInvalid':
      return <Trans>Not a valid network range.</Trans>;
    case 'notAllowed':
      return <Trans>Your account isn't allowed to do this.</Trans>;
    case 'readOnly':
      return <Trans>This view is read-only. Nothing was changed.</Trans>;
    case 'passkeyNotValid':
      return <Trans>This passkey was not accepted. Nothing changed.</Trans>;
    case 'tooMany':
      return seconds === null ? (
        <Trans>That was too often. Wait a few minutes, then try again.</Trans>
      ) : (
        <Plural
          value={Math.ceil(seconds / MINUTE)}
          one="That was too often. Try again in # minute."
          other="That was too often. Try again in # minutes."
        />
      );
    case 'underWay':
      return <Trans>A payment is still being decided. Nothing changed; try again in a few minutes.</Trans>;
    case 'providerRefused':
      return <Trans>Our payment provider could not remove your card, so nothing was closed. Try again later.</Trans>;
    case 'providerSilent':
      return (
        <Trans>
          Your account is not closed yet: our payment provider hasn't answered. Your card is no longer on your account.
          We close the account as soon as the provider confirms that, and write to you then.
        </Trans>
      );
    case 'unknown':
      return (
        <Trans>
          The connection broke, so we don't know whether this was done. Nothing you typed is lost: look how things
          stand, then try again.
        </Trans>
      );
    case 'fault':
      return (
        <Trans>
          Something went wrong on our side, so we don't know whether this was done. Look how things stand, then try
          again.
        </Trans>
      );
    case 'other':
      return <Trans>Something went wrong on our side. Try again in a moment.</Trans>;
  }
};
