import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ErrorsOf, Failure } from '../../../lib/failure.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { notCharged, purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import { type FailureContext, Sentences, type Words, type WordTable } from '../../../shared/failures/words.tsx';
import type { Declined } from '../../../shared/payments/decline-reason.tsx';
import { Money } from '../../../ui/money.tsx';
import type { PaidAmounts } from './use-pay-now.ts';

/** Texts of a failed payment. When several receipts are paid together, earlier ones may have been charged. */
const payFailures = ({ paidCents, creditCents }: PaidAmounts, declined: Declined): FailureContext => {
  const paid = paidCents > 0 && (
    <Trans>
      You paid <Money cents={paidCents} />.
    </Trans>
  );
  const credit = creditCents > 0 && (
    <Trans>
      <Money cents={creditCents} /> of your account credit is used for it.
    </Trans>
  );
  const done = (paid || credit) && <Sentences of={[paid, credit].filter(Boolean)} />;
  const refused = paid ? (
    <Sentences of={[paid, <Trans key="next">The next payment was not charged.</Trans>]} />
  ) : (
    notCharged
  );
  const unknown = <Trans>We don't know if your payment arrived. Try again: it is never charged twice.</Trans>;
  const processing = { ...purchaseWords.UNDECIDED, effect: done || null };
  return {
    words: {
      ...purchaseWords,
      ...declined,
      NO_ANSWER: purchaseWords.PAYMENT_GATEWAY_ERROR,
      OTHER: purchaseWords.PAYMENT_GATEWAY_ERROR,
      UNDECIDED: processing,
      OPERATION_IN_PROGRESS: processing,
      IDEMPOTENCY_MISMATCH: processing,
      RATE_LIMITED: { ...purchaseWords.RATE_LIMITED, effect: done || null },
      EXPIRED: { ...purchaseWords.EXPIRED, reason: done },
      // counts as paid
      ALREADY_PAID: purchaseWords.PAYMENT_GATEWAY_ERROR,
    } satisfies WordTable & Record<ErrorsOf<'POST /api/account/me/receipts/:id/pay'>, Words>,
    refused: credit ? <Sentences of={[refused, credit]} /> : refused,
    unknown: <Sentences of={[done, unknown].filter(Boolean)} />,
  };
};

interface PayFailureNoticeProps {
  failure: Failure;
  /** Amounts charged for earlier receipts of the same click, and the account credit used for them. */
  done: PaidAmounts;
  declined: Declined;
  /** Buttons of the payments that are left. */
  actions?: ReactNode;
  /** Next step after the text, before the paragraphs about the payments that are left. */
  more?: ReactNode;
  /** Paragraphs about the payments that are left. */
  children?: ReactNode;
}

/** Reason why a payment failed, with the message of the gateway if the card was refused. Takes the focus. */
export const PayFailureNotice = ({ failure, done, declined, ...rest }: PayFailureNoticeProps) => (
  <FailureNotice of={failure} context={payFailures(done, declined)} {...rest} />
);
