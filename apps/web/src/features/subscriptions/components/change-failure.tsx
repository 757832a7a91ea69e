import { Trans } from '@lingui/react/macro';
import { failureOf } from '../../../lib/failure.ts';
import { currentPlace } from '../../../lib/hash-location.ts';
import { accountWords } from '../../../shared/failures/account-words.tsx';
import { maybeSaved } from '../../../shared/failures/effect-words.tsx';
import { FailureText, type Words, type WordTable } from '../../../shared/failures/words.tsx';
import { Link } from '../../../ui/link.tsx';
import { addressPath, cardPath } from '../model/setup-paths.ts';
import type { MissingForRenewal } from './auto-renew.ts';

/** Change of a plan that failed for a reason without a text (SU-08). */
export const notUpdated: Words = { title: <Trans>There was an error updating your subscription.</Trans> };

const changeWords: WordTable = { ...accountWords, NO_ANSWER: notUpdated, OTHER: notUpdated };

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
      unknown: maybeSaved,
    }}
  />
);

/** Condition that auto-renew lacks, and the way to it (SU-05). */
export const MissingCondition = ({ of: missing }: { of: MissingForRenewal }) => {
  switch (missing) {
    case 'card':
      return (
        <>
          <Trans>Auto-renew needs a card to charge. Without one nothing renews.</Trans>{' '}
          <Link href={cardPath(currentPlace())} className="link">
            <Trans>Add card</Trans>
          </Link>
        </>
      );
    case 'usable-card':
      return <Trans>Auto-renew needs a card, and card payments outside the US can't be processed.</Trans>;
    case 'address':
      return (
        <>
          <Trans>Auto-renew needs your address to calculate tax.</Trans>{' '}
          <Link href={addressPath(currentPlace())} className="link">
            <Trans>Add Address</Trans>
          </Link>
        </>
      );
  }
};
