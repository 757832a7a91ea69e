import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { currentPlace } from '../../../lib/hash-location.ts';
import { isPaused } from '../../../lib/is-paused.ts';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import { DeclineReason } from '../../../shared/payments/decline-reason.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { cardPath } from '../model/setup-paths.ts';

export interface HeldProps {
  /** Plan that cannot be changed. */
  existing: Subscription | null;
}

/** Step that keeps an unpaid plan, or brings a paused one back. */
const WayOut = ({ existing, canChangeCard }: HeldProps & { canChangeCard: boolean }) => {
  if (!existing) return <Trans>Pay it to change your plan.</Trans>;
  const name = existing.plan.displayName;
  if (isPaused(existing))
    return canChangeCard ? (
      <Trans>Change your card or pay to use {name} again.</Trans>
    ) : (
      <Trans>Pay to use {name} again.</Trans>
    );
  return canChangeCard ? <Trans>Change your card or pay to keep {name}.</Trans> : <Trans>Pay to keep {name}.</Trans>;
};

/**
 * Says what is unpaid and why, with the way to another card and to the button that pays it. Without the amount while a
 * payment of it is undecided.
 */
export const UnpaidBill = ({ existing }: HeldProps) => {
  const account = useQuery(accountQuery).data;
  const openCents = account?.openAmountCents ?? 0;
  const sum = <Money cents={openCents} />;
  const declined = account?.openPayments.find((payment) => payment.declined);
  const card = account?.paymentMethod;
  const canPay = openCents > 0 && account?.canAddPaymentMethod === true && Boolean(card);
  const isCardMain = canPay && declined !== undefined;
  const main = account?.openChallenges.length ? 'outline' : 'primary';
  return (
    <Notice
      tone="bad"
      title={
        openCents === 0 ? (
          purchaseWords.PAYMENT_REQUIRED.title
        ) : declined ? (
          <Trans>We couldn't charge {sum}</Trans>
        ) : (
          <Trans>
            You have an unpaid bill of <Money cents={openCents} />
          </Trans>
        )
      }
      actions={
        <>
          {canPay ? (
            // the button that pays is at the top of the page of payments
            <LinkButton size="sm" variant={isCardMain ? 'outline' : main} to={paths.payments()}>
              <Trans>
                Pay <Money cents={openCents} />
              </Trans>
            </LinkButton>
          ) : (
            purchaseWords.PAYMENT_REQUIRED.action
          )}
          {isCardMain && (
            <LinkButton size="sm" variant={main} to={cardPath(currentPlace())}>
              <Trans>Change card</Trans>
            </LinkButton>
          )}
        </>
      }
    >
      <p>
        {openCents > 0 && declined?.failureMessage && (
          <>
            <DeclineReason message={declined.failureMessage} card={card} at={declined.failedAt} />{' '}
          </>
        )}
        <WayOut existing={openCents > 0 ? existing : null} canChangeCard={isCardMain} />
      </p>
    </Notice>
  );
};
