import type { AccountView, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ResumedChallenges } from '../../../ui/resumed-challenges.tsx';
import styles from './overdue-notice.module.css';
import { OverdueNotice } from './overdue-notice.tsx';
import { usePaused } from './use-paused.ts';
import { type PaidAmounts, usePayNow } from './use-pay-now.ts';

// on demand, because challenges are rare
const ChallengeNotice = lazyNamed(() =>
  import('../../../ui/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);
const { Part: PayFailureNotice, usePreload: usePreloadPayFailure } = lazyPreloaded(
  async () => (await import('./pay-failure-notice.tsx')).PayFailureNotice,
);

interface PaidProps {
  done: PaidAmounts;
  /** The payment restarts a paused subscription. */
  restarts: boolean;
}

const Paid = ({ done: { paidCents, creditCents }, restarts }: PaidProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Notice
      ref={ref}
      alert
      tone="ok"
      titleAs="p"
      title={
        paidCents > 0 ? (
          <Trans>
            You paid <Money cents={paidCents} />
          </Trans>
        ) : creditCents > 0 ? (
          <Trans>It is paid from your account credit</Trans>
        ) : (
          <Trans>This was paid already</Trans>
        )
      }
    >
      <p>
        {creditCents > 0 && (
          <>
            <Trans>
              <Money cents={creditCents} /> came from your account credit.
            </Trans>{' '}
          </>
        )}
        {paidCents + creditCents === 0 ? (
          <Trans>Nothing was charged now.</Trans>
        ) : restarts ? (
          <Trans>We emailed you the receipt. What was paused starts again at once.</Trans>
        ) : (
          <Trans>We emailed you the receipt.</Trans>
        )}
      </p>
    </Notice>
  );
};

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
  usePreloadPayFailure();
  const { state, challenge, pay } = usePayNow();
  const paused = usePaused(payments.length > 0);
  const { paymentMethod: card, canAddPaymentMethod } = account;
  const covered = payments.every(({ amountDueCents }) => amountDueCents === 0);
  // Credit that pays everything needs no card, in any country.
  const payable = payments.length > 0 && (covered || (card !== null && !card.expired && canAddPaymentMethod));
  if (challenge)
    return (
      <div className={styles.notice}>
        <Suspense>
          <ChallengeNotice challenge={challenge} />
        </Suspense>
      </div>
    );
  return (
    <>
      {state.kind === 'idle' && <ResumedChallenges open={questions} alone />}
      {state.kind === 'failed' && (
        <div className={styles.notice}>
          <Suspense>
            <PayFailureNotice failure={state.failure} done={state.done} />
          </Suspense>
        </div>
      )}
      {state.kind === 'paid' && (
        <div className={styles.notice}>
          <Paid done={state.done} restarts={state.restarts} />
        </div>
      )}
      {shown && (
        <OverdueNotice
          receipt={shown}
          card={card}
          openCents={account.openAmountCents}
          canAddPaymentMethod={canAddPaymentMethod}
          outcomes={outcomes}
          {...(payable && {
            pay: { payments, paying: state.kind === 'paying', onPress: () => void pay(payments, paused) },
          })}
        />
      )}
    </>
  );
};
