import { Plural, Trans } from '@lingui/react/macro';
import type { Failure } from '../../lib/failure.ts';
import type { Words, WordTable } from './words.tsx';

const Wait = ({ seconds }: { seconds: number | null }) => {
  if (seconds === null) return <Trans>Wait a few minutes, then try again.</Trans>;
  if (seconds > 7_200) return <Trans>Try again later.</Trans>;
  if (seconds <= 90) return <Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />;
  return <Plural value={Math.ceil(seconds / 60)} one="Try again in # minute." other="Try again in # minutes." />;
};

/** The browser knows for sure only that it is offline, not that it is online. */
const NoConnection = () => (navigator.onLine ? <Trans>No connection.</Trans> : <Trans>You're offline.</Trans>);

const fault: Words = {
  title: <Trans>Something went wrong on our side.</Trans>,
  next: <Trans>Try again in a moment.</Trans>,
};

/** Texts of failures that any call may have. */
export const commonWords = {
  OFFLINE: { title: <NoConnection />, next: <Trans>Check your connection and try again.</Trans> },
  RATE_LIMITED: {
    title: <Trans>Too many tries.</Trans>,
    effect: null,
    next: ({ error }: Failure) => <Wait seconds={error?.retryAfter ?? null} />,
  },
  NO_ANSWER: fault,
  OTHER: fault,
} satisfies WordTable;
