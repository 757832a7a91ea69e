import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { commonWords } from './common-words.tsx';
import type { FailureContext, WordTable } from './words.tsx';

/** Texts of failures that any call with a session of a customer may have. */
export const accountWords = {
  ...commonWords,
  FORBIDDEN: { title: <Trans>Your account isn't allowed to do this.</Trans>, effect: null },
  READ_ONLY: { title: <Trans>This view is read-only. Nothing was changed.</Trans>, effect: null },
} satisfies WordTable;

/** Texts of a read that failed, for `checkFailureOf`. `notLoaded` says what is missing. */
export const readFailures = (notLoaded: ReactNode): FailureContext => ({
  words: {
    ...accountWords,
    OFFLINE: { title: accountWords.OFFLINE.title, effect: notLoaded },
    NO_ANSWER: { title: notLoaded },
    OTHER: { title: notLoaded },
  },
});
