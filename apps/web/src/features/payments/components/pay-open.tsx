import type { AccountView, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import place from '../../../ui/notice-place.module.css';
import { endedPlansOf } from '../model/open-receipts.ts';
import {
  advisesCard,
  cardCents,
  OverdueDetails,
  OverdueNotice,
  type OverdueNoticeProps,
  UnpaidActions,
  WithAnotherCard,
} from './overdue-notice.tsx';
import { usePaused } from './use-paused.ts';
import { usePayNow } from './use-pay-now.ts';

// on demand, because challenges are rare
const ChallengeNotice = lazyNamed(() =>
  import('../../../shared/payments/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);
const { Part: PayResult, usePreload: usePreloadResult } = lazyPreloaded(
  async () => (await import('./pay-result.tsx')).PayResult,
);

interface PayOpenProps {
  /** Receipt of the notice; null when none is open. */
  shown: Receipt | undefined;
  /** Open payments that the button pays, in this order. */
  payments: readonly OpenPayment[];
  account: AccountView;
  /** Open bank challenges. */
  questions: AccountView['openChallenges'];
  /** Paragraphs about the plans of all open payments. */
  outcomes?: ReactNode;
}

/** Notice about an open receipt with the button that pays it, then the result (PM-09). */
export const PayOpen = ({ shown, payments, account, questions, outcomes }: PayOpenProps) => {
  usePreloadResult();
  const { state, challenge, pay } = usePayNow();
  const allPaused = usePaused(payments.length > 0);
  // Another open payment may be that of a paused plan.
  const paused = payments.length === account.openPayments.length ? allPaused : [];
  const { paymentMethod: card, canAddPaymentMethod } = account;
  const covered = payments.every(({ amountDueCents }) => amountDueCents === 0);
  // Credit that pays everything needs no card, in any country.
  const payable = payments.length > 0 && (covered || (card !== null && !card.expired && canAddPaymentMethod));
  const isDeclined = state.kind === 'failed' && state.failure.reason === 'StripeCardError';
  const open: OverdueNoticeProps | undefined = shown && {
    receipt: shown,
    card,
    openCents: account.openAmountCents,
    canAddPaymentMethod,
    declined: state.kind === 'failed' ? isDeclined : payments.some(({ declined }) => declined),
    endedPlans: endedPlansOf(payments),
    outcomes,
    isAsked: state.kind === 'idle' && questions.length > 0,
    ...(payable && {
      pay: { payments, paying: state.kind === 'paying', onPress: () => void pay(payments, paused) },
    }),
  };
  if (challenge)
    return (
      <div className={place.place}>
        <Suspense>
          <ChallengeNotice challenge={challenge} />
        </Suspense>
      </div>
    );
  return (
    <>
      {state.kind === 'idle' && <ResumedChallenges open={questions} alone />}
      {(state.kind === 'failed' || state.kind === 'paid') && (
        <div className={place.place}>
          <Suspense>
            {state.kind === 'failed' && open ? (
              <PayResult
                outcome={state}
                card={card}
                actions={<UnpaidActions {...open} />}
                more={advisesCard({ ...open, hasFailed: true }) && <WithAnotherCard openCents={cardCents(open)} />}
              >
                <OverdueDetails {...open} hasFailed />
              </PayResult>
            ) : (
              <PayResult outcome={state} card={card} />
            )}
          </Suspense>
        </div>
      )}
      {state.kind !== 'failed' && open && <OverdueNotice {...open} />}
    </>
  );
};
