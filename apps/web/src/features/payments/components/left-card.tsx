import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useLeftCommands } from '../../../shared/orders/use-left-commands.ts';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';

/** Outcome of a card whose answer was lost before a reload (INV-12). A question of the bank is shown by the form. */
export const LeftCard = ({ card }: { card: PaymentMethod | null }) => {
  const { done, refused, unknown, failed } = useLeftCommands('card');
  const label = card && cardLabel(card);
  if (failed) {
    return (
      <Retry title={<Trans>We don't know if your last card was saved.</Trans>} of={failed}>
        {label && <Trans>Your card now is {label}.</Trans>}
      </Retry>
    );
  }
  if (done.length > 0) {
    return (
      <Notice tone="ok" titleAs="p" alert title={<Trans>Your last card was saved.</Trans>}>
        {label && (
          <p>
            <Trans>Your card now is {label}.</Trans>
          </p>
        )}
      </Notice>
    );
  }
  return (
    refused + unknown > 0 && (
      <Notice tone="warn" titleAs="p" alert title={<Trans>Your last card wasn't saved.</Trans>} />
    )
  );
};
