import { Trans } from '@lingui/react/macro';
import type { Failure } from '../../lib/failure.ts';
import { tooManyTries, Wait } from '../../ui/too-many-tries.tsx';
import type { Words, WordTable } from './words.tsx';

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
    title: tooManyTries,
    effect: null,
    next: ({ error }: Failure) => <Wait seconds={error?.retryAfter ?? null} />,
  },
  NO_ANSWER: fault,
  OTHER: fault,
} satisfies WordTable;
