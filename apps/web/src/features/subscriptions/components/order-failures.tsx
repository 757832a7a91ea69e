import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ErrorsOf, Failure } from '../../../lib/failure.ts';
import { currentPlace } from '../../../lib/hash-location.ts';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { codeRefused, notCharged, purchaseWords, tooLongExtension } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, Words, WordTable } from '../../../shared/failures/words.tsx';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { notUpdated } from './change-failure.tsx';
import { prepaid, unanswered } from './pending-notice.tsx';
import { unavailableTexts } from './unavailable-notice.tsx';

const couponRefused: Words = {
  title: codeRefused,
  next: <Trans>Remove the coupon, or use another one.</Trans>,
};

const amountDueOf = ({ error }: Failure): number | undefined =>
  (error?.quote as Partial<Quote> | null | undefined)?.amountDueCents;

type OrderError = ErrorsOf<
  | 'POST /api/subscription/subscriptions'
  | 'PATCH /api/subscription/subscriptions/:id'
  | 'POST /api/subscription/subscriptions/preview'
>;

/** Says which card was declined. */
const TriedCard = () => {
  const card = useQueryClient().getQueryData(accountQuery.queryKey)?.paymentMethod;
  return (
    card && (
      <Trans>
        We tried <span className="nowrap">{cardLabel(card)}</span>.
      </Trans>
    )
  );
};

/** Leads to the card page and back to this order. The main button of the review after the card was declined. */
export const ChangeCard = ({ isMain = false }: { isMain?: boolean }) => (
  <LinkButton
    size="sm"
    variant={isMain ? 'primary' : 'outline'}
    to={paths.paymentMethod({ returnPath: currentPlace() })}
  >
    <Trans>Change card</Trans>
  </LinkButton>
);

const wordsFor = (other: Words) =>
  ({
    ...purchaseWords,
    StripeCardError: { ...purchaseWords.StripeCardError, reason: <TriedCard />, action: <ChangeCard /> },
    NO_ANSWER: other,
    OTHER: other,
    // only of a call without an Idempotency-Key, and the page sends one with every order
    ACTION_REFUSED: other,
    // about renewal and licences, which other parts order
    NOT_RENEWABLE: other,
    NOT_PERPETUAL: other,
    MAINTENANCE_LIMIT: other,
    INVALID_PLAN: {
      ...other,
      reason: <Trans>This plan is not on offer any more.</Trans>,
      next: <Trans>Choose another one.</Trans>,
    },
    QUOTE_CHANGED: {
      ...purchaseWords.QUOTE_CHANGED,
      title: (failure) => {
        const dueCents = amountDueOf(failure);
        return dueCents === undefined ? (
          purchaseWords.QUOTE_CHANGED.title
        ) : (
          <Trans>
            The amount changed: <Money cents={dueCents} /> is due now
          </Trans>
        );
      },
    },
    ALREADY_HELD: {
      title: <Trans>You have this plan already</Trans>,
      reason: <Trans>It was added while this page was open.</Trans>,
      next: <Trans>Confirm again only if you want one more.</Trans>,
      tone: 'warn',
    },
    RUNNING: { ...unanswered, next: <Trans>Try again in a minute: it is never charged twice.</Trans> },
    TRIAL_ALREADY_USED: {
      title: <Trans>You have had a trial of this product</Trans>,
      next: unavailableTexts.trial.body,
    },
    TRIAL_NOT_OFFERED: { title: unavailableTexts.trial.title, next: unavailableTexts.trial.body },
    PREPAID_NOT_MODIFIABLE: prepaid,
    PREPAID_PLAN_MISMATCH: prepaid,
    INVALID_COUPON: couponRefused,
    INVALID_COUPON_TYPE: couponRefused,
    INVALID_COUPON_TIER: couponRefused,
    COUPON_REDEEMED: couponRefused,
  }) satisfies WordTable & Record<OrderError, Words>;

const contextOf = (words: WordTable): FailureContext => ({
  words,
  refused: notCharged,
  unknown: <Trans>We don't know if your order arrived. Try again: it is never charged twice.</Trans>,
});

export const changeWords = wordsFor(notUpdated);

/** Texts of failures of a change (SU-08). */
export const changeFailures = contextOf(changeWords);

/** NOT_FOUND of tiers has the text of a transaction error (SU-08). */
const notFound: Words = { title: purchaseWords.PAYMENT_GATEWAY_ERROR.title };

/** Texts of failures of a purchase of tiers, which have other words for the created subscription (SU-08). */
export const creationFailures = contextOf({
  ...wordsFor({ title: <Trans>There was an error creating your subscription.</Trans> }),
  NOT_FOUND: notFound,
});

/** Texts of failures of a purchase of maintenance (SU-08, MA-03). */
export const extensionFailures = contextOf({
  ...changeWords,
  NOT_FOUND: notFound,
  MAINTENANCE_LIMIT: { ...tooLongExtension, next: <Trans>Choose another length.</Trans> },
  POLLING_ERROR: {
    ...purchaseWords.UNDECIDED,
    title: <Trans>There was an error processing your payment. Please reach out to support.</Trans>,
    next: <Trans>Your payment is still processing. Don't pay again. We'll finish it and email you the result.</Trans>,
  },
  QUOTE_CHANGED: {
    title: <Trans>This license or its price changed while you looked at it</Trans>,
    next: <Trans>Check the new end date and the new amounts, then confirm again.</Trans>,
    tone: 'warn',
  },
  NOT_PERPETUAL: { title: <Trans>This license can't be extended</Trans> },
} satisfies WordTable & Record<ErrorsOf<'PATCH /api/subscription/subscriptions/:id/maintenance'>, Words>);
