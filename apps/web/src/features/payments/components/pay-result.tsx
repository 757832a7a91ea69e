import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { currentPlace } from '../../../lib/hash-location.ts';
import { paths } from '../../../lib/paths.ts';
import { declinedWords } from '../../../shared/payments/decline-reason.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ActiveAgain } from './active-again.tsx';
import { StayEnded } from './ended-plan.tsx';
import { PayFailureNotice } from './pay-failure-notice.tsx';
import type { PayOutcome } from './use-pay-now.ts';

const Paid = ({ done, receiptIds, restartedPlans, endedPlans }: Extract<PayOutcome, { kind: 'paid' }>) => {
  const { paidCents, creditCents } = done;
  const [receiptId, ...others] = receiptIds;
  const receiptPath = receiptId && others.length === 0 ? paths.receipt(receiptId) : null;
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
      actions={
        <>
          {receiptPath && receiptPath !== currentPlace() && (
            <LinkButton size="sm" to={receiptPath}>
              <Trans>View receipt</Trans>
            </LinkButton>
          )}
          <LinkButton size="sm" to={paths.home}>
            <Trans>Back to Home</Trans>
          </LinkButton>
        </>
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
        ) : (
          <ActiveAgain plans={restartedPlans} />
        )}
        <StayEnded plans={endedPlans} />
      </p>
    </Notice>
  );
};

interface PayResultProps {
  outcome: PayOutcome;
  /** Card on file. */
  card: PaymentMethod | null;
  /** Buttons of the payments that are left, after a failure. */
  actions?: ReactNode;
  /** Next step after a failure, before the paragraphs. */
  more?: ReactNode;
  /** Paragraphs about the payments that are left, after a failure. */
  children?: ReactNode;
}

/** Result of a click that pays open receipts. Takes the focus. */
export const PayResult = ({ outcome, card, ...left }: PayResultProps) =>
  outcome.kind === 'paid' ? (
    <Paid {...outcome} />
  ) : (
    <PayFailureNotice {...outcome} {...left} declined={declinedWords(card, outcome.triedCents)} />
  );
