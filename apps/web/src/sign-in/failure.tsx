import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CallError } from '../lib/call-error.ts';

const WaitText = ({ seconds }: { seconds: number | null }) => {
  if (seconds === null || seconds > 7_200) return <Trans>Try again later.</Trans>;
  if (seconds <= 90) return <Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />;
  return <Plural value={Math.ceil(seconds / 60)} one="Try again in # minute." other="Try again in # minutes." />;
};

/** Error type of a refused call, else the name of the error. */
export const typeOf = (error: unknown): string =>
  error instanceof CallError ? error.type : error instanceof Error ? error.name : 'UNSUCCESSFUL';

/** Text of an error: the text of the page for this type if it has one, else a general one. */
export const failureText = (error: unknown, own: Readonly<Record<string, () => ReactNode>> = {}): ReactNode => {
  const type = typeOf(error);
  const ownText = Object.hasOwn(own, type) && own[type];
  if (ownText) return ownText();
  switch (type) {
    case 'RATE_LIMITED':
      return (
        <>
          <Trans>Too many tries.</Trans> <WaitText seconds={error instanceof CallError ? error.retryAfter : null} />
        </>
      );
    case 'OFFLINE':
      return <Trans>You seem to be offline. Check your connection and try again.</Trans>;
    case 'UNAVAILABLE':
      return <Trans>This isn't possible right now. Try again in a moment.</Trans>;
    default:
      return <Trans>Something went wrong on our side. Try again in a moment.</Trans>;
  }
};
