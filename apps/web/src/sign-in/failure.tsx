import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CallError } from '../lib/call-error.ts';

const Wait = ({ seconds }: { seconds: number | null }) => {
  if (seconds === null || seconds > 7_200) return <Trans>Try again later.</Trans>;
  if (seconds <= 90) return <Trans>Try again in {seconds} seconds.</Trans>;
  const minutes = Math.ceil(seconds / 60);
  return <Trans>Try again in {minutes} minutes.</Trans>;
};

/** Why signing in did not work, without telling whether the account exists (INV-19). */
export const failureText = (error: unknown): ReactNode => {
  const { type, retryAfter } = error instanceof CallError ? error : { type: 'UNSUCCESSFUL', retryAfter: null };
  switch (type) {
    case 'INVALID_CREDENTIALS':
    case 'INVALID_REQUEST':
      return <Trans>That email and password don't match.</Trans>;
    case 'RATE_LIMITED':
      return (
        <>
          <Trans>Too many tries.</Trans> <Wait seconds={retryAfter} />
        </>
      );
    case 'OFFLINE':
      return <Trans>You seem to be offline. Check your connection and try again.</Trans>;
    case 'UNAVAILABLE':
      return <Trans>Signing in isn't possible right now. Try again in a moment.</Trans>;
    default:
      return <Trans>Something went wrong on our side. Try again in a moment.</Trans>;
  }
};
