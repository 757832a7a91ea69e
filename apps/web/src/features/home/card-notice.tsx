import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Notice that the card expires before the next payment, which the line under the title names. */
export const CardNotice = ({ card }: { card: PaymentMethod }) => {
  const label = <span className="nowrap">{cardLabel(card)}</span>;
  return (
    <Notice
      tone="warn"
      icon={CreditCard}
      title={
        card.expired ? <Trans>{label} has expired</Trans> : <Trans>{label} expires before your next payment</Trans>
      }
      actions={
        <LinkButton size="sm" to={paths.paymentMethod({ returnPath: paths.home })}>
          <Trans>Change card</Trans>
        </LinkButton>
      }
    >
      <Trans>Change the card before that day, so that your plan continues without a break.</Trans>
    </Notice>
  );
};
