import type { AccountView } from '@foyer/contract/api/account';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { paths } from '../../lib/paths.ts';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { subscriptionRow } from './subscription-row.ts';

interface TrialNoticeProps {
  trial: Subscription;
  account: AccountView | undefined;
}

/** Notice that a trial ends soon: the day, what is charged then, and what keeps or stops the plan. */
export const TrialNotice = ({ trial, account }: TrialNoticeProps) => {
  const { name, renews, renewalCents } = trial;
  const card = account?.paymentMethod;
  const { to } = subscriptionRow(trial, '').action;
  const label = card && <span className="nowrap">{cardLabel(card)}</span>;
  const needsCard = renews && account?.canAddPaymentMethod && !card;
  return (
    <Notice
      title={
        <Trans>
          Your {name} trial ends on <DateText instant={trial.trialExpiry ?? trial.expiry ?? ''} />
        </Trans>
      }
      actions={
        <LinkButton size="sm" to={needsCard ? paths.paymentMethod({ returnPath: paths.home }) : to}>
          {needsCard ? <Trans>Add card</Trans> : renews ? <Trans>Manage plan</Trans> : <Trans>See plans</Trans>}
        </LinkButton>
      }
    >
      {needsCard ? (
        <Trans>To keep the plan, add a card by then. You won't be charged before that day.</Trans>
      ) : !renews ? (
        <Trans>You won't be charged. To keep the plan, choose one before that day.</Trans>
      ) : renewalCents && label ? (
        <Trans>
          We'll then charge <Money cents={renewalCents} /> to {label}, unless you turn off auto-renew.
        </Trans>
      ) : (
        <Trans>Your plan then continues, unless you turn off auto-renew.</Trans>
      )}
    </Notice>
  );
};
