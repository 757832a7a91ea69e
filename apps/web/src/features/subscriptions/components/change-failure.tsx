import { Trans } from '@lingui/react/macro';
import { failureOf } from '../../../lib/failure.ts';
import { accountWords } from '../../../shared/failures/account-words.tsx';
import { FailureText, type Words, type WordTable } from '../../../shared/failures/words.tsx';

const failed: Words = { title: <Trans>There was an error updating your subscription.</Trans> };

const changeWords: WordTable = { ...accountWords, NO_ANSWER: failed, OTHER: failed };

const renewalWords: WordTable = {
  ...changeWords,
  NOT_RENEWABLE: { title: <Trans>There is no renewal to switch on. Nothing was changed.</Trans> },
};

interface ChangeFailureProps {
  error: unknown;
  /** Auto-renew was switched. */
  isRenewal?: boolean;
}

/** Text of a failed change that charges nothing: auto-renew, a change taken back, a request withdrawn (SU-05). */
export const ChangeFailure = ({ error, isRenewal = false }: ChangeFailureProps) => (
  <FailureText
    of={failureOf(error)}
    context={{
      words: isRenewal ? renewalWords : changeWords,
      unknown: <Trans>We don't know if it was saved. Check again in a moment.</Trans>,
    }}
  />
);
