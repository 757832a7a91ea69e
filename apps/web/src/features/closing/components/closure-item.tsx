import type { ClosurePlan } from '@foyer/contract/api/closing';
import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { paths } from '../../../lib/paths.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';

type Item = ClosurePlan['items'][number];

/** Says what is lost with a subscription. Names the last day of paid or granted time. */
const LossText = ({ item: { kind, paidUntil } }: { item: Item }) => {
  const day = paidUntil && <DateText instant={paidUntil} />;
  switch (kind) {
    case 'perpetual':
      return <Trans>The license goes with the account and can't be used again, even though it has no end date.</Trans>;
    case 'prepaid':
      return day ? (
        <Trans>Ends today. The prepaid time until {day} is given up; its code can't be used again.</Trans>
      ) : (
        <Trans>Ends today. The prepaid time is given up; its code can't be used again.</Trans>
      );
    case 'trial':
      return <Trans>The trial ends today. Nothing is charged.</Trans>;
    case 'promotion':
      return day ? (
        <Trans>Ends today instead of {day}. The promotion can't be claimed again.</Trans>
      ) : (
        <Trans>Ends today. The promotion can't be claimed again.</Trans>
      );
    case 'free':
      return <Trans>Ends today. What it holds is lost.</Trans>;
    case 'paid':
      return day ? (
        <Trans>Ends today. Time you've already paid for (until {day}) isn't refunded.</Trans>
      ) : (
        <Trans>Ends today.</Trans>
      );
  }
};

/** Subscription in the closure plan: its losses, and an alternative to closing (SC-10). */
export const ClosureItem = ({ item }: { item: Item }) => {
  const family = familyOf(item.product);
  const name = `${config.brand.vendor} ${family.name} ${item.planName}`;
  // a metered family has one page for all its subscriptions
  const page = paths.subscription(family.key, family.kind === 'metered' ? {} : { subId: item.subscriptionId });
  return (
    <li>
      <h3 className="strong">{name}</h3>
      <p>
        <LossText item={item} />
      </p>
      {item.canStopRenewal && (
        <p>
          <Trans>
            Just want to stop paying?{' '}
            <Link href={page} className="link">
              Turn off auto-renew for {item.planName}
            </Link>{' '}
            and keep it until then.
          </Trans>
        </p>
      )}
    </li>
  );
};
