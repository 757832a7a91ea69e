import { Trans } from '@lingui/react/macro';
import type { Failure } from '../../lib/failure.ts';
import { offlineText } from '../../lib/offline-text.ts';
import { tooManyTries, Wait } from '../../ui/too-many-tries.tsx';
import type { Words, WordTable } from './words.tsx';

const NoConnection = () => offlineText() ?? <Trans>No connection.</Trans>;

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
