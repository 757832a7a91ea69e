import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/money.tsx';
import { RefusedNotice } from '../../../ui/refused-notice.tsx';
import type { PayFailure } from '../model/pay-failure.ts';
import type { PaidAmounts } from './use-pay-now.ts';

interface FailureText {
  title: ReactNode;
  /** Next step. */
  next?: ReactNode;
  /** The payment may still be charged. */
  open?: true;
}

const failureText = (failure: PayFailure): FailureText => {
  switch (failure.kind) {
    case 'declined':
      return { title: failure.message };
    case 'changed':
      return {
        title: <Trans>The amount changed while you looked at it</Trans>,
        next: <Trans>Look at the new amount and pay again.</Trans>,
      };
    case 'processing':
      return {
        title: <Trans>Your payment is still processing</Trans>,
        next: (
          <Trans>
            Our payment provider hasn't answered yet. Don't pay again: we finish it by ourselves and email you the
            result.
          </Trans>
        ),
        open: true,
      };
    case 'expired':
      return {
        title: <Trans>The time to confirm with your bank is over</Trans>,
        next: <Trans>Pay again to get a new question from your bank.</Trans>,
      };
    case 'ended-elsewhere':
      return { title: <Trans>There is nothing left to confirm</Trans> };
    case 'card-missing':
      return { title: <Trans>Payment required</Trans>, next: <Trans>Add a card first.</Trans> };
    case 'card-country':
      return { title: <Trans>Card payments outside the US can't be processed</Trans> };
    case 'too-often':
      return {
        title: <Trans>That was too often.</Trans>,
        next: <Trans>Wait a few minutes, then try again.</Trans>,
      };
    case 'offline':
      return {
        title: <Trans>No connection</Trans>,
        next: <Trans>We don't know if your payment arrived. Try again: it is never charged twice.</Trans>,
        open: true,
      };
    case 'gateway':
      return {
        title: <Trans>There was an error processing your transaction.</Trans>,
        next: <Trans>Try again in a moment.</Trans>,
      };
    case 'unknown':
      return {
        title: <Trans>There was an error processing your transaction.</Trans>,
        next: <Trans>We don't know if your payment arrived. Try again: it is never charged twice.</Trans>,
        open: true,
      };
  }
};

/** Says what was charged. When several receipts are paid together, earlier ones may have been charged. */
const ChargedText = ({ paidCents, open }: { paidCents: number; open: boolean }) =>
  paidCents === 0 ? (
    open ? null : (
      <Trans>Nothing was charged.</Trans>
    )
  ) : open ? (
    <Trans>
      You paid <Money cents={paidCents} />.
    </Trans>
  ) : (
    <Trans>
      You paid <Money cents={paidCents} />. The next payment was not charged.
    </Trans>
  );

interface PayFailureNoticeProps {
  failure: PayFailure;
  /** Amounts charged for earlier receipts of the same click, and the account credit used for them. */
  done: PaidAmounts;
}

/** Reason why a payment failed, with the message of the gateway if the card was refused. Takes the focus. */
export const PayFailureNotice = ({ failure, done: { paidCents, creditCents } }: PayFailureNoticeProps) => {
  const { title, next, open = false } = failureText(failure);
  const calm = failure.kind === 'processing' || failure.kind === 'changed';
  return (
    <RefusedNotice failure={failure} open={calm} title={title}>
      <ChargedText paidCents={paidCents} open={open} />
      {creditCents > 0 && (
        <>
          {' '}
          <Trans>
            <Money cents={creditCents} /> of your account credit is used for it.
          </Trans>
        </>
      )}
      {next && <> {next}</>}
    </RefusedNotice>
  );
};
