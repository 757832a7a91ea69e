import { Plural, Trans } from '@lingui/react/macro';
import type { Failure } from '../../lib/failure.ts';
import type { Words, WordTable } from './words.tsx';

const Wait = ({ seconds }: { seconds: number | null }) => {
  if (seconds === null) return <Trans>Wait a few minutes, then try again.</Trans>;
  if (seconds > 7_200) return <Trans>Try again later.</Trans>;
  if (seconds <= 90) return <Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />;
  return <Plural value={Math.ceil(seconds / 60)} one="Try again in # minute." other="Try again in # minutes." />;
};

const fault: Words = {
  title: <Trans>Something went wrong on our side.</Trans>,
  next: <Trans>Try again in a moment.</Trans>,
};

/** Texts of failures that any call may have. */
export const commonWords = {
  OFFLINE: { title: <Trans>No connection.</Trans>, next: <Trans>Check your connection and try again.</Trans> },
  RATE_LIMITED: {
    title: <Trans>Too many tries.</Trans>,
    effect: null,
    next: ({ error }: Failure) => <Wait seconds={error?.retryAfter ?? null} />,
  },
  NO_ANSWER: fault,
  OTHER: fault,
} satisfies WordTable;
