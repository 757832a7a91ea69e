import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ErrorsOf, Failure } from '../../../lib/failure.ts';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, Words, WordTable } from '../../../shared/failures/words.tsx';
import { RefusedBefore } from '../../../shared/orders/refused-before.tsx';
import { ExportContactLink, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';

const contactSupport = (
  <SupportLink>
    <Trans>Contact support</Trans>
  </SupportLink>
);

const failed: Words = {
  title: <Trans>There was an error redeeming this promotion.</Trans>,
  next: contactSupport,
};

const notFound: Words = { title: <Trans>Promotion not found.</Trans>, next: contactSupport };

const notEligible: Words = {
  title: <Trans>Your account is not eligible for this promotion</Trans>,
  reason: <Trans>It may be over, or you have a prepaid plan or another promotion that it can't replace.</Trans>,
  next: contactSupport,
};

const beingRedeemed: Words = {
  title: <Trans>Your promotion is still being redeemed</Trans>,
  effect: null,
  next: <Trans>Try again in a moment. A promotion is never taken twice.</Trans>,
  tone: 'warn',
};

/** Texts of failures of a promotion, in the words of the product specification (PR-05). */
const promotionFailures: FailureContext = {
  words: {
    ...purchaseWords,
    NO_ANSWER: failed,
    OTHER: failed,
    NOT_FOUND: notFound,
    INVALID_REQUEST: notFound,
    INVALID: notEligible,
    PROMO_NOT_AVAILABLE: notEligible,
    PROMO_NOT_FOUND: { title: <Trans>Your account has already claimed this promotion</Trans>, tone: 'warn' },
    NEEDS_REVIEW: {
      ...purchaseWords.NEEDS_REVIEW,
      reason: (
        <Trans>
          U.S. government regulation requires a review of downloads. Clearance takes up to two U.S. business days.
        </Trans>
      ),
      effect: (failure: Failure) =>
        isHeldForReview(failure) && <Trans>We'll keep the promotion for you and start it when you're cleared.</Trans>,
      next: (
        <>
          <ExportContactLink /> <ReviewDeadline />
        </>
      ),
    },
    PAYMENT_METHOD_REQUIRED: {
      ...purchaseWords.PAYMENT_METHOD_REQUIRED,
      next: <Trans>Add a card first. It is not charged before the renewal date.</Trans>,
    },
    UNDECIDED: beingRedeemed,
    RUNNING: beingRedeemed,
    OPERATION_IN_PROGRESS: beingRedeemed,
    IDEMPOTENCY_MISMATCH: beingRedeemed,
  } satisfies WordTable & Record<ErrorsOf<'POST /api/subscription/promotion'>, Words>,
  unknown: <Trans>We don't know if it was redeemed. Try again: a promotion is never taken twice.</Trans>,
};

interface PromotionFailureProps {
  failure: Failure;
  actions?: ReactNode;
  /** The promotion was sent before a reload, so this page may show another one. */
  isEarlier?: boolean;
}

/** Notice why a promotion is not available or was not taken. */
export const PromotionFailure = ({ failure, actions, isEarlier }: PromotionFailureProps) =>
  isEarlier ? (
    <RefusedBefore
      title={
        isHeldForReview(failure) ? (
          <Trans>Your last promotion waits for the review.</Trans>
        ) : (
          <Trans>Your last promotion wasn't redeemed.</Trans>
        )
      }
      of={failure}
      context={promotionFailures}
    />
  ) : (
    <FailureNotice of={failure} context={promotionFailures} caused={!failure.isHeld} actions={actions} />
  );
