import { type ReactNode, Suspense } from 'react';
import { isPaused } from '../../../lib/is-paused.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CouponLine } from '../components/coupon-line.tsx';
import { CurrentPlan } from '../components/current-plan.tsx';
import { LazyPlanComparison } from '../components/lazy-plan-comparison.tsx';
import { LazyUnavailableNotice } from '../components/lazy-unavailable-notice.ts';
import { LockNotice } from '../components/lock-notice.tsx';
import { PlanDock } from '../components/plan-dock.tsx';
import styles from '../components/plan-page.module.css';
import type { CouponPrices } from '../components/use-coupon-prices.ts';
import { billedIntervalOf, isPaidPlan, lockOf } from '../model/current-plan.ts';
import type { PlanPageData } from '../queries/use-plan-page.ts';
import { FeatureColumns } from './feature-columns.tsx';
import { PackageChoice } from './package-choice.tsx';
import { TierChoice } from './tier-choice.tsx';
import { atLimit, regularIdOf, type Tier, type TieredChoice } from './tiered-choice.ts';

// on demand, because few customers have reached a limit; the plans wait for it, so that it does not push them down
const PlansLeftOut = lazyNamed(async () => (await import('./rare-notices.tsx')).PlansLeftOut);

// on demand, because it is at the end of the page
const Statement = lazyNamed(async () => (await import('../licence/licence-statement.tsx')).LicenceStatement);

interface ChooseTiersProps {
  data: PlanPageData;
  tiers: readonly Tier[];
  choice: TieredChoice;
  prices: CouponPrices;
  /** The plan in the address is not on offer, so this choice replaces it. */
  isSubstitute: boolean;
  /** A payment for this is undecided. */
  pending: boolean;
  trialDays: number | null;
  /** Says what limits orders. */
  notice: ReactNode;
  /** No plan can be ordered now, so there is no next step. */
  isStopped: boolean;
  /** The page shows an open bank challenge. */
  isAsked: boolean;
  reviewPath: string;
  onChoose: (id: string | undefined) => void;
}

/** Step 1: tier, package and their features (SP-01). */
export const ChooseTiers = ({
  data,
  tiers,
  choice,
  prices,
  isSubstitute,
  pending,
  trialDays,
  notice,
  isStopped,
  isAsked,
  reviewPath,
  onChoose,
}: ChooseTiersProps) => {
  const { existing, features, plans } = data;
  const lock = pending ? 'payment-pending' : lockOf(existing);
  const currentIntervalId = billedIntervalOf(existing);
  const full = atLimit(plans, existing !== null);
  return (
    <div className={styles.page}>
      {notice}
      {existing && <CurrentPlan subscription={existing} />}
      {lock && <LockNotice lock={lock} existing={existing} />}
      {!lock && (
        <>
          {full.length > 0 && <PlansLeftOut names={full} />}
          {isSubstitute && full.length === 0 && <LazyUnavailableNotice reason="unknown" />}
          <CouponLine prices={prices} />
          <TierChoice
            tiers={tiers}
            choice={choice}
            currentPlanId={existing ? regularIdOf(plans, existing) : undefined}
            currentIntervalId={currentIntervalId}
            onChoose={onChoose}
          />
          <PackageChoice tiers={tiers} choice={choice} onChoose={onChoose} />
          <FeatureColumns plan={choice.plan} features={features} />
          <LazyPlanComparison columns={tiers.map((tier) => ({ key: tier.id, ...tier }))} features={features} />
          {!isStopped && choice.cycle.intervalId !== currentIntervalId && (
            <PlanDock
              name={choice.plan.displayName}
              price={{ cents: choice.cycle.discountedAmount ?? choice.cycle.amount, rhythm: choice.billing }}
              dueCents={choice.cycle.amountDue}
              isPaidPlan={isPaidPlan(existing)}
              trialDays={trialDays}
              isAsked={isAsked}
              reviewPath={reviewPath}
              onCancel={() => onChoose(undefined)}
            />
          )}
        </>
      )}
      {existing && !isPaused(existing) && (
        <Suspense fallback={<Skeleton height={116} />}>
          <Statement />
        </Suspense>
      )}
    </div>
  );
};
