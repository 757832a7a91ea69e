import type { Coupon, CouponEffect } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';

/** Title of a code: plan and length. */
export const couponTitle = (coupon: Coupon): ReactNode => {
  const plan = coupon.planWithContext ?? coupon.plan?.displayName ?? coupon.displayCode;
  if (coupon.type === 'Discount') return <Trans>{coupon.discountPercentage}% discount</Trans>;
  if (coupon.isMaintenance) return <Trans>{coupon.durationLabel} license extension</Trans>;
  if (coupon.isPerpetual) return <Trans>{plan}, perpetual license</Trans>;
  return (
    <Trans>
      {plan}, {coupon.durationLabel}
    </Trans>
  );
};

/** Line below the title. */
export const couponLine = (coupon: Coupon): ReactNode => {
  // the plans of a discount are a separate list
  if (coupon.type === 'Discount') return null;
  if (coupon.isMaintenance) {
    return <Trans>For a perpetual {coupon.planWithContext ?? coupon.tierName} license</Trans>;
  }
  return coupon.plan?.storageDisplay ?? coupon.plan?.description;
};

const EndText = ({ effect: { until }, coupon }: { effect: CouponEffect; coupon: Coupon }) => {
  if (coupon.isPerpetual) {
    return coupon.maintenanceEnds ? (
      <Trans>
        It never ends. Maintenance is included until <DateText instant={coupon.maintenanceEnds} />.
      </Trans>
    ) : (
      <Trans>It never ends.</Trans>
    );
  }
  return until ? (
    <Trans>
      It ends on <DateText instant={until} /> and does not renew.
    </Trans>
  ) : (
    <Trans>It never ends.</Trans>
  );
};

/**
 * Says that a code ends a trial (CD-01). Also when the trial cost nothing, because the customer may have chosen to
 * continue it.
 */
const TrialEnds = ({ trial: { name, until, continues } }: { trial: NonNullable<CouponEffect['endsTrial']> }) =>
  continues ? (
    <Trans>
      Your trial of {name} ends today. It doesn't go on as the paid plan you agreed to, and nothing is charged for it.
    </Trans>
  ) : until ? (
    <Trans>
      Your trial of {name} ends today and not on <DateText instant={until} />.
    </Trans>
  ) : (
    <Trans>Your trial of {name} ends today.</Trans>
  );

/** Says that the rest of a promotion is lost (CD-01). */
const FreeTimeEnds = ({ name, left }: { name: string; left: NonNullable<CouponEffect['freeTime']> }) =>
  left.until === null ? (
    <Trans>{name} is free for good. That ends today, and a promotion can be claimed only once.</Trans>
  ) : (
    <Trans>
      {name} is free until <DateText instant={left.until} />,{' '}
      {left.months > 0 ? (
        <Plural value={left.months} one="# month" other="# months" />
      ) : (
        <Plural value={left.days} one="# day" other="# days" />
      )}{' '}
      from now. You give that up: it ends today and gives no credit.
    </Trans>
  );

interface ReplacesProps {
  name: string | null;
  /** Name of the replaced plan. */
  replaced: string;
  interval: Subscription['plan']['interval'] | undefined;
}

/** Says which plan a code replaces. Both may have the same name, so the line says how each is paid. */
const Replaces = ({ name, replaced, interval }: ReplacesProps) =>
  interval === 'yearly' ? (
    <Trans>
      Prepaid {name} replaces your yearly {replaced} today.
    </Trans>
  ) : interval === 'monthly' ? (
    <Trans>
      Prepaid {name} replaces your monthly {replaced} today.
    </Trans>
  ) : (
    <Trans>
      Prepaid {name} replaces your {replaced} today.
    </Trans>
  );

/**
 * Lines about the effect of redeeming: the subscription, its new end, and the credit (CD-01). `held`: subscriptions of
 * the customer as far as they have loaded.
 */
export const effectLines = (
  coupon: Coupon,
  effect: CouponEffect,
  held: readonly Subscription[],
): readonly ReactNode[] => {
  const name = coupon.plan?.displayName ?? coupon.planWithContext;
  switch (effect.action) {
    case 'new':
      return [<Trans key="what">You get {name} today.</Trans>, <EndText key="until" effect={effect} coupon={coupon} />];
    case 'replaces':
      return [
        effect.replaces ? (
          <Replaces
            key="what"
            name={name}
            replaced={effect.replaces.name}
            interval={held.find(({ id }) => id === effect.subscriptionId)?.plan.interval}
          />
        ) : (
          <Trans key="what">You get {name} today.</Trans>
        ),
        ...(effect.endsTrial ? [<TrialEnds key="trial" trial={effect.endsTrial} />] : []),
        ...(effect.replaces && effect.freeTime
          ? [<FreeTimeEnds key="free" name={effect.replaces.name} left={effect.freeTime} />]
          : []),
        <EndText key="until" effect={effect} coupon={coupon} />,
        ...(effect.creditCents > 0
          ? [
              <Trans key="credit">
                The days you paid for and didn't use come back as <Money cents={effect.creditCents} /> account credit.
              </Trans>,
            ]
          : []),
      ];
    case 'extends':
      return [
        effect.until === null ? (
          <Trans key="what">The {name} you have never ends.</Trans>
        ) : (
          <Trans key="what">
            The {name} you have continues until <DateText instant={effect.until} />.
          </Trans>
        ),
      ];
    case 'extends_maintenance':
      return effect.until === null
        ? []
        : [
            <Trans key="what">
              Maintenance continues until <DateText instant={effect.until} />.
            </Trans>,
          ];
    case 'discount':
      return [];
  }
};

/** Line of the effect: the customer owns a perpetual license, which the plan of the code lies beside. */
export const OwnedLicence = ({ coupon, licence }: { coupon: Coupon; licence: Subscription }) => {
  const added = coupon.plan?.displayName ?? coupon.planWithContext;
  return (
    <li>
      <b>
        <Trans>
          You own {familyOf(licence.product).name} {licence.plan.displayName} for good
        </Trans>
      </b>
      {'. '}
      <Trans>The code adds {added} beside your license and doesn't change it.</Trans>
    </li>
  );
};

/** Line of the effect: the same plan is still paid beside the perpetual license of the code. */
export const StillRenews = ({
  subscription: { id, product, plan, renewalCents, currentPeriodEnd },
}: {
  subscription: Subscription;
}) => (
  <li>
    {currentPeriodEnd && (
      <Trans>
        You also pay for {familyOf(product).name} {plan.displayName}: it renews on{' '}
        <DateText instant={currentPeriodEnd} /> for <Money cents={renewalCents ?? 0} />.
      </Trans>
    )}{' '}
    <Link href={paths.subscription(product, { subId: id })}>
      <Trans>Turn off auto-renew if you don't need both</Trans>
    </Link>
  </li>
);
