import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import type { PaidPayment } from '../../../shared/orders/paid.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { DeclineReason, declinedWords } from '../../../shared/payments/decline-reason.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { sumPayments } from '../model/open-receipts.ts';
import { EndedPlan } from './ended-plan.tsx';
import { NoCardsAbroad } from './no-cards-abroad.tsx';
import { FromCredit, UnpaidActions, UnpaidOutcomes, WithAnotherCard } from './overdue-notice.tsx';
import { PayFailureNotice } from './pay-failure-notice.tsx';
import { pausedPlans } from './use-paused.ts';
import { usePayNow } from './use-pay-now.ts';

// on demand, because challenges are rare
const ChallengeNotice = lazyNamed(() =>
  import('../../../shared/payments/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);

interface UnpaidNoticeProps {
  account: AccountView;
  /** Bank challenge of an earlier page. Hidden while this notice shows one. */
  bankAsks: ReactNode;
  onPaid: (paid: PaidPayment) => void;
}

/** Notice about unpaid receipts on Home: amount, since when, paused plans, and the button that pays (PM-09, PY-05). */
export const UnpaidNotice = ({ account, bankAsks, onPaid }: UnpaidNoticeProps) => {
  const { openPayments: payments, openChallenges, paymentMethod: card, canAddPaymentMethod } = account;
  const { state, challenge, pay } = usePayNow();
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery());
  const { amountDueCents, creditCents } = sumPayments(payments);
  const sum = <Money cents={amountDueCents + creditCents} />;
  const payable = amountDueCents === 0 || (card !== null && !card.expired && canAddPaymentMethod);

  const payAll = async () => {
    const outcome = await pay(payments, pausedPlans(subscriptions));
    if (outcome?.kind !== 'paid') return;
    const [first, ...others] = payments;
    onPaid({
      cents: outcome.done.paidCents,
      creditCents: outcome.done.creditCents,
      description: payments.map(({ description }) => description).join(' · '),
      product: null,
      until: null,
      receiptId: first && others.length === 0 ? first.receiptId : null,
      restartedPlans: outcome.restartedPlans,
      endedPlans: outcome.endedPlans,
    });
  };

  if (challenge)
    return (
      <Suspense>
        <ChallengeNotice challenge={challenge} />
      </Suspense>
    );
  const hasFailed = state.kind === 'failed';
  const isDeclined = hasFailed && state.failure.reason === 'StripeCardError';
  const isShown = payments.length > 0 && openChallenges.length === 0;
  const actions = isShown && (payable || canAddPaymentMethod) && (
    <UnpaidActions
      card={card}
      canAddPaymentMethod={canAddPaymentMethod}
      returnPath={paths.home}
      declined={isDeclined || (!hasFailed && payments.some(({ declined }) => declined))}
      {...(payable && { pay: { payments, paying: state.kind === 'paying', onPress: () => void payAll() } })}
    />
  );
  const details = isShown && (
    <>
      {payments.map(({ receiptId, description, dueSince, endedPlan, failureMessage, failedAt }) => (
        <p key={receiptId}>
          <Trans>
            {description}, due since <DateText instant={dueSince} />.
          </Trans>
          {failureMessage && !isDeclined && (
            <>
              {' '}
              <DeclineReason message={failureMessage} card={card} at={failedAt} />
            </>
          )}
          {endedPlan && (
            <>
              {' '}
              <EndedPlan {...endedPlan} />
            </>
          )}
        </p>
      ))}
      <UnpaidOutcomes subscriptions={subscriptions} />
      {creditCents > 0 && (
        <p>
          <FromCredit payments={payments} />
        </p>
      )}
      {!payable && !canAddPaymentMethod && (
        <p>
          <NoCardsAbroad />
        </p>
      )}
    </>
  );
  return (
    <>
      {bankAsks}
      {hasFailed && (
        <PayFailureNotice
          {...state}
          declined={declinedWords(card, state.triedCents)}
          actions={actions}
          more={isShown && isDeclined && canAddPaymentMethod && <WithAnotherCard openCents={account.openAmountCents} />}
        >
          {details}
        </PayFailureNotice>
      )}
      {!hasFailed && isShown && (
        <Notice
          tone="bad"
          title={
            payments.some(({ overdue }) => overdue) ? (
              <Trans>Payment overdue: {sum}</Trans>
            ) : (
              <Trans>We couldn't charge {sum}</Trans>
            )
          }
          actions={actions}
        >
          {details}
        </Notice>
      )}
    </>
  );
};
