import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { RefusedNotice } from '../../../ui/refused-notice.tsx';
import type { PayFailure } from '../model/pay-failure.ts';

const NothingCharged = () => <Trans>Nothing was charged.</Trans>;

const wordsOf = (failure: PayFailure): [title: ReactNode, body: ReactNode] => {
  switch (failure.kind) {
    case 'declined':
      return [failure.message, <NothingCharged key="body" />];
    case 'changed':
      return [
        <Trans key="title">The amount changed while you looked at it</Trans>,
        <Trans key="body">Nothing was charged. Look at the new amount and pay again.</Trans>,
      ];
    case 'processing':
      return [
        <Trans key="title">Your payment is still processing</Trans>,
        <Trans key="body">
          Our payment provider hasn't answered yet. Don't pay again: we finish it by ourselves and email you the result.
        </Trans>,
      ];
    case 'expired':
      return [
        <Trans key="title">The time to confirm with your bank is over</Trans>,
        <Trans key="body">Nothing was charged. Pay again to get a new question from your bank.</Trans>,
      ];
    case 'card-missing':
      return [
        <Trans key="title">Payment required</Trans>,
        <Trans key="body">Add a card first. Nothing was charged.</Trans>,
      ];
    case 'card-country':
      return [
        <Trans key="title">Card payments outside the US can't be processed</Trans>,
        <NothingCharged key="body" />,
      ];
    case 'offline':
      return [
        <Trans key="title">No connection</Trans>,
        <Trans key="body">We don't know if your payment arrived. Try again: it is never charged twice.</Trans>,
      ];
    case 'gateway':
      return [
        <Trans key="title">There was an error processing your transaction.</Trans>,
        <Trans key="body">Try again: it is never charged twice.</Trans>,
      ];
  }
};

/** Why a payment did not go through, in the provider's words where it is the card's fault. Takes the focus. */
export const PayFailureNotice = ({ failure }: { failure: PayFailure }) => {
  const [title, body] = wordsOf(failure);
  return (
    <RefusedNotice failure={failure} open={failure.kind === 'processing' || failure.kind === 'changed'} title={title}>
      {body}
    </RefusedNotice>
  );
};
