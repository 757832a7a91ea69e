import type { AccountView } from '@foyer/contract/api/account';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { pageLanguage } from '../../lib/page-language.ts';
import { paths } from '../../lib/paths.ts';
import { familyOf } from '../../shared/catalogue/families.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { subscriptionRow } from './subscription-row.ts';

const endOf = ({ trialExpiry, expiry }: Subscription): string => trialExpiry ?? expiry ?? '';

/** Name with that of the family, because several families have a plan of one name. */
export const fullName = ({ product, name }: Subscription): string => `${familyOf(product).name} ${name}`;

interface TrialNoticeProps {
  trial: Subscription;
  account: AccountView | undefined;
}

/** Notice that a trial ends soon: the day, what is charged then, and what keeps or stops the plan. */
export const TrialNotice = ({ trial, account }: TrialNoticeProps) => {
  const { renews, renewalCents } = trial;
  const name = fullName(trial);
  const card = account?.paymentMethod;
  const { data: held = [] } = useQuery(subscriptionsQuery());
  const until = endOf(trial);
  // Trials that renew are charged apart, so each of them has a notice alone.
  const ending = held.filter(
    (one) => one.trialDaysLeft !== null && !one.renews && endOf(one).slice(0, 10) === until.slice(0, 10),
  );
  const several = !renews && ending.length > 1;
  const list = new Intl.ListFormat(pageLanguage()).format(ending.map(fullName));
  const { to } = subscriptionRow(trial, '').action;
  const label = card && <span className="nowrap">{cardLabel(card)}</span>;
  const needsCard = renews && account?.canAddPaymentMethod && !card;
  return (
    <Notice
      title={
        several ? (
          <Trans>
            Your trials of {list} end on <DateText instant={until} />
          </Trans>
        ) : (
          <Trans>
            Your {name} trial ends on <DateText instant={until} />
          </Trans>
        )
      }
      actions={
        !several && (
          <LinkButton size="sm" to={needsCard ? paths.paymentMethod({ returnPath: paths.home }) : to}>
            {needsCard ? <Trans>Add card</Trans> : renews ? <Trans>Manage plan</Trans> : <Trans>See plans</Trans>}
          </LinkButton>
        )
      }
    >
      {needsCard ? (
        <Trans>To keep the plan, add a card by then. You won't be charged before that day.</Trans>
      ) : several ? (
        <Trans>You won't be charged. To keep a plan, choose it below before that day.</Trans>
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
