import { Trans } from '@lingui/react/macro';
import { cardLabel } from './card-brand.tsx';

/** Message of the gateway that says no more than that the card was declined. */
const PLAIN = 'Your card was declined.';

interface DeclineReasonProps {
  /** Message of the gateway. */
  message: string;
  /** Card that was declined. */
  card: { readonly brand: string | null; readonly last4: string } | null | undefined;
}

/** Says which card was declined. Other reasons stay in the words of the gateway, with the card behind them. */
export const DeclineReason = ({ message, card }: DeclineReasonProps) => {
  if (!card) return message;
  const label = cardLabel(card);
  return message === PLAIN ? <Trans>{label} was declined.</Trans> : `${message.replace(/\.$/, '')} (${label}).`;
};
