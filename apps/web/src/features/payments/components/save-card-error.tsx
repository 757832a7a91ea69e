import { Trans } from '@lingui/react/macro';
import type { ErrorsOf, Failure } from '../../../lib/failure.ts';
import { cardNotSaved } from '../../../shared/failures/effect-words.tsx';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, Words, WordTable } from '../../../shared/failures/words.tsx';

const beingSaved: Words = { title: <Trans>Your card is still being saved.</Trans>, effect: null, tone: 'warn' };

/** Returns whether the customer gave up the confirmation that the bank asked for. */
const isGivenUp = ({ error }: Failure): boolean => error?.code === 'authentication_required';

/** Message of the server. One that only asks to try again is no reason. */
const messageOf = ({ error }: Failure) => (error && error.status > 0 && error.status < 500 ? error.message : null);

/** Texts of failures of saving a card. Each ends with the sentence of the product specification (PM-01). */
export const cardFailures: FailureContext = {
  words: {
    ...purchaseWords,
    OTHER: { title: cardNotSaved, reason: messageOf, effect: null },
    StripeCardError: {
      title: (failure: Failure) => (isGivenUp(failure) ? cardNotSaved : failure.error?.message),
      reason: (failure: Failure) => isGivenUp(failure) && <Trans>You canceled your bank's check of it.</Trans>,
      effect: (failure: Failure) => !isGivenUp(failure) && cardNotSaved,
    },
    RATE_LIMITED: {
      ...purchaseWords.RATE_LIMITED,
      // the wait; `next` below would replace it
      reason: purchaseWords.RATE_LIMITED.next,
      // an earlier try of a command that was sent may have arrived
      effect: ({ isUnknown }: Failure) => !isUnknown && cardNotSaved,
    },
    UNDECIDED: beingSaved,
    OPERATION_IN_PROGRESS: beingSaved,
    IDEMPOTENCY_MISMATCH: beingSaved,
  } satisfies WordTable & Record<ErrorsOf<'POST /api/account/me/payment_methods'>, Words>,
  refused: cardNotSaved,
  unknown: <Trans>We don't know if your card was saved.</Trans>,
  next: <Trans>Please try again or contact support.</Trans>,
};

/** Reason of a failed save, from the gateway if it gave one, and the next step. The typed values stay (PM-01). */
export const SaveCardError = ({ failure }: { failure: Failure }) => (
  <FailureNotice of={failure} context={cardFailures} />
);
