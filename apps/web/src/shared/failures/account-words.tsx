import { Trans } from '@lingui/react/macro';
import { commonWords } from './common-words.tsx';
import type { WordTable } from './words.tsx';

/** Texts of failures that any call with a session of a customer may have. */
export const accountWords = {
  ...commonWords,
  FORBIDDEN: { title: <Trans>Your account isn't allowed to do this.</Trans>, effect: null },
  READ_ONLY: { title: <Trans>This view is read-only. Nothing was changed.</Trans>, effect: null },
} satisfies WordTable;
