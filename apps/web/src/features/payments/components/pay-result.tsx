import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StayEnded } from './ended-plan.tsx';
import { PayFailureNotice } from './pay-failure-notice.tsx';
import type { PayOutcome } from './use-pay-now.ts';

const Paid = ({ done: { paidCents, creditCents }, restarts, endedPlans }: Extract<PayOutcome, { kind: 'paid' }>) => {
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
        <StayEnded plans={endedPlans} />
      </p>
    </Notice>
  );
};

interface PayResultProps {
  outcome: PayOutcome;
  /** Buttons of the payments that are left, after a failure. */
  actions?: ReactNode;
  /** Paragraphs about the payments that are left, after a failure. */
  children?: ReactNode;
}

/** Result of a click that pays open receipts. Takes the focus. */
export const PayResult = ({ outcome, ...left }: PayResultProps) =>
  outcome.kind === 'paid' ? <Paid {...outcome} /> : <PayFailureNotice {...outcome} {...left} />;
