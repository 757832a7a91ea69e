import { Trans } from '@lingui/react/macro';
import { DateText, formatDate } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import type { Words } from '../failures/words.tsx';
import { cardLabel } from './card-brand.tsx';

/**
 * Messages that say no more than that the card was declined: that of the gateway, and the German one of the server
 * (`declineIn` in `packages/domain/src/payments/decline-words.ts`).
 */
const plainMessages: readonly (string | undefined)[] = ['Your card was declined.', 'Ihre Karte wurde abgelehnt.'];

interface DeclineReasonProps {
  /** Message of the gateway. */
  message: string;
  /** Card that was declined. */
  card: { readonly brand: string | null; readonly last4: string } | null | undefined;
  /** Time of the refusal. Tells a charge of today, whose answer may be lost, from an earlier one. */
  at: string | null;
}

/** Says which card was declined and when. Other reasons stay in the words of the gateway, with card and date behind them. */
export const DeclineReason = ({ message, card, at }: DeclineReasonProps) => {
  if (!card || at === null) return message;
  const label = cardLabel(card);
  return plainMessages.includes(message) ? (
    <Trans>
      {label} was declined on <DateText instant={at} />.
    </Trans>
  ) : (
    `${message.replace(/\.$/, '')} (${label}, ${formatDate(at)}).`
  );
};

/** Words of a declined card, for the table of a failed payment. Null without a card: the table keeps its words. */
export type Declined = { readonly StripeCardError: Words } | null;

/**
 * Texts of a declined card: the title has the card and the amount, as before the customer tried to pay. A bank challenge
 * that failed keeps the message of the gateway.
 */
export const declinedWords = (card: DeclineReasonProps['card'], cents: number): Declined => {
  if (!card) return null;
  const label = <span className="nowrap">{cardLabel(card)}</span>;
  return {
    StripeCardError: {
      title: ({ error }) =>
        error?.code === 'authentication_required' ? (
          error.message
        ) : (
          <Trans>
            {label} was declined for <Money cents={cents} />
          </Trans>
        ),
      reason: ({ error }) =>
        error?.code !== 'authentication_required' && !plainMessages.includes(error?.message) && error?.message,
    },
  };
};
