import type { AccountView } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { BankNotice } from '../../../ui/bank-notice.tsx';
import { BankQuestions } from '../../../ui/bank-questions.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './overdue-notice.module.css';
import { OverdueNotice } from './overdue-notice.tsx';
import { PayFailureNotice } from './pay-failure-notice.tsx';
import { usePaused } from './use-paused.ts';
import { usePayNow } from './use-pay-now.ts';

interface PaidProps {
  paidCents: number;
  /** What was paused goes on. */
  restarts: boolean;
}

const Paid = ({ paidCents, restarts }: PaidProps) => {
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
        ) : (
          <Trans>This was paid already</Trans>
        )
      }
    >
      <p>
        {paidCents === 0 ? (
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
  /** The receipt that is spoken of; none when nothing is open any more. */
  shown: Receipt | undefined;
  /** What the button pays, in this order. */
  receipts: readonly Receipt[];
  account: AccountView;
  /** What banks wait for the customer's word about. */
  questions: AccountView['openChallenges'];
}

/** What waits for money, and the button that pays it now; then what became of that (PM-09). */
export const PayOpen = ({ shown, receipts, account, questions }: PayOpenProps) => {
  const { state, challenge, pay } = usePayNow();
  const paused = usePaused(receipts.length > 0);
  const { paymentMethod: card, canAddPaymentMethod } = account;
  const payable = card !== null && !card.expired && canAddPaymentMethod;
  if (challenge)
    return (
      <div className={styles.notice}>
        <BankNotice challenge={challenge} />
      </div>
    );
  return (
    <>
      {state.kind === 'idle' && <BankQuestions open={questions} alone />}
      {state.kind === 'failed' && (
        <div className={styles.notice}>
          <PayFailureNotice failure={state.failure} paidCents={state.paidCents} />
        </div>
      )}
      {state.kind === 'paid' && (
        <div className={styles.notice}>
          <Paid paidCents={state.paidCents} restarts={state.restarts} />
        </div>
      )}
      {shown && (
        <OverdueNotice
          receipt={shown}
          card={card}
          openCents={account.openAmountCents}
          canAddPaymentMethod={canAddPaymentMethod}
          {...(payable && {
            pay: { receipts, paying: state.kind === 'paying', onPress: () => void pay(receipts, paused) },
          })}
        />
      )}
    </>
  );
};
