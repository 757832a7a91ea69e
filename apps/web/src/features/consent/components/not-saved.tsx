import { Trans } from '@lingui/react/macro';
import { failureOf } from '../../../lib/failure.ts';
import { accountWords } from '../../../shared/failures/account-words.tsx';
import { maybeSaved } from '../../../shared/failures/effect-words.tsx';
import { FailureText, type Words } from '../../../shared/failures/words.tsx';

const notSaved: Words = { title: <Trans>That wasn't saved. Try again.</Trans> };

/** Text of an answer that was not saved, or may not have been. */
export const NotSaved = ({ error }: { error: unknown }) => (
  <FailureText
    of={failureOf(error)}
    context={{
      words: { ...accountWords, OTHER: notSaved },
      unknown: maybeSaved,
    }}
  />
);
