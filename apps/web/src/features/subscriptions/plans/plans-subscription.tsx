import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { Suspense, useEffect, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import choose from '../components/choose-plan.module.css';
import { ChoosePlan } from '../components/choose-plan.tsx';
import { CurrentPlan } from '../components/current-plan.tsx';
import { LazyOrderLimit } from '../components/lazy-order-limit.ts';
import { LazyOrderReview, usePreloadReview } from '../components/lazy-order-review.ts';
import { LazyPlanComparison } from '../components/lazy-plan-comparison.tsx';
import type { CouponSlot } from '../components/order-review.tsx';
import { PlanPageHead } from '../components/plan-page-head.tsx';
import { PlanPageState } from '../components/plan-page-state.tsx';
import { PlanSkeleton } from '../components/plan-skeleton.tsx';
import { PlanLimitLine } from '../components/usage.tsx';
import { useCouponPrices } from '../components/use-coupon-prices.ts';
import { useReviewVoid } from '../components/use-review-void.ts';
import { billedIntervalOf, endLine, isPaidPlan, isPending, lockOf, openChallengesFor } from '../model/current-plan.ts';
import type { Purchased } from '../model/order.ts';
import { orderLimitOf, stopsOrders } from '../model/order-limit.ts';
import { shapePlans } from '../model/plan-card.ts';
import { isWaitedFor, selectionOf } from '../model/selection.ts';
import { pathToReview } from '../model/setup-paths.ts';
import { explainUnavailableChoice } from '../model/unavailable-choice.ts';
import { useClearDoneOrder } from '../queries/command-outcome.ts';
import { usePlanPage } from '../queries/use-plan-page.ts';

export interface PlansPlace {
  subId: string | undefined;
  plan: string | undefined;
  step: string | undefined;
  r: string | undefined;
  coupon: string | undefined;
  renew: string | undefined;
}

interface PlansSubscriptionProps {
  family: ShownFamily;
  place: PlansPlace;
  /** Shows a link to Home. With a tab for this page it needs none. */
  crumb: boolean;
  /** `replace` for a choice within the step, so that Back leaves the step. */
  onMove: (to: string, options?: { replace: boolean }) => void;
  couponField: CouponSlot['field'];
  /** Called after an order, with the text of its outcome. */
  onDone: (purchased: Purchased, outcomeText: string, startsTrial: boolean) => void;
}

/**
 * Pages of a family with plans: choose a plan, review it, buy it (DR-01…DR-05). Step and choice are in the address, so that back,
 * reload and links work.
 */
export const PlansSubscription = ({ family, place, crumb, onMove, onDone, couponField }: PlansSubscriptionProps) => {
  const { subId, r, coupon, renew } = place;
  const page = usePlanPage(family, subId);
  const { data } = page;
  useClearDoneOrder(page.subscriptions);
  const prices = useCouponPrices(family.key, coupon, { seen: place.step !== 'review' });
  usePreloadReview();
  const { existing = null, planBelowTrial = null } = data ?? {};
  // An order never changes a trial, but the plan below it (D9).
  const changed = planBelowTrial ?? existing;
  const pending = isPending(data?.account.pendingOrders ?? [], family, existing);
  const questions = openChallengesFor(data?.account.openChallenges ?? [], family, existing);
  const plans = prices.kind === 'applies' ? prices.plans : (data?.plans ?? []);
  const cards = data ? shapePlans(plans, billedIntervalOf(changed)) : [];
  const lock = lockOf(changed);
  const wanted = lock ? null : selectionOf(cards, place.plan);
  const waits = wanted !== null && !wanted.trial && isWaitedFor(wanted.card, wanted.offer, changed?.pendingChange);
  const selection = waits ? null : wanted;
  const limit = data && orderLimitOf({ ...data, family });
  const isStopped = stopsOrders(limit);
  const at = { subId, r, coupon, plan: selection?.id };
  const choosePath = paths.subscription(family.key, at);
  const isVoid = useReviewVoid(place.step === 'review' && Boolean(data), () => onMove(choosePath, { replace: true }));
  const reviewing = place.step === 'review' && selection !== null && !isStopped && !isVoid;

  const review = { ...at, step: 'review', renew: reviewing ? renew : undefined } as const;
  const reviewPath = paths.subscription(family.key, review);
  const startPath = paths.subscription(family.key, { subId, r, coupon });
  const reset = () => onMove(startPath, { replace: !reviewing });

  // The choice is removed from the address after the notice. Otherwise canceling the change would lead to ordering it
  // again.
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (!waits) return;
    setTold(true);
    onMove(startPath, { replace: true });
  }, [waits, startPath, onMove]);

  // Replaces the id of a plan in the address by the id of the choice. The plan's id could mean another choice after the
  // purchase.
  const unnamed = selection !== null && selection.id !== place.plan;
  const here = reviewing ? reviewPath : choosePath;
  useEffect(() => {
    if (unnamed) onMove(here, { replace: true });
  }, [unnamed, here, onMove]);

  return (
    <>
      <PlanPageHead
        family={family}
        isReview={reviewing}
        choosePath={choosePath}
        reviewPath={reviewPath}
        linksHome={crumb}
        isExpired={r === 'expired'}
        withoutSteps={lock !== null}
      />
      {!data && <PlanPageState kind={family.kind} page={page} />}
      {data && !reviewing && (
        <Suspense fallback={<PlanSkeleton kind={family.kind} />}>
          {limit && (
            <div className={choose.notice}>
              <LazyOrderLimit limit={limit} name={family.name} isMain={selection === null} />
            </div>
          )}
          <ResumedChallenges open={questions} alone />
          {existing && (
            <CurrentPlan
              subscription={existing}
              limits={<PlanLimitLine product={family.key} storage={existing.plan.storageDisplay} />}
            />
          )}
          {planBelowTrial && <CurrentPlan subscription={planBelowTrial} underTrial />}
          <ChoosePlan
            cards={cards}
            prices={prices}
            selection={selection}
            lock={pending ? 'payment-pending' : lock}
            existing={changed}
            unavailableReason={
              told && changed?.pendingChange
                ? 'waits'
                : selection
                  ? null
                  : explainUnavailableChoice(cards, place.plan, existing?.isTrial ? existing.plan.id : null)
            }
            waiting={changed?.pendingChange ?? null}
            planIdBelowTrial={planBelowTrial?.plan.id}
            ending={changed && endLine(changed)}
            isPaidPlan={isPaidPlan(changed)}
            comparison={
              <LazyPlanComparison
                columns={plans
                  .filter(({ contactForPricing }) => !contactForPricing)
                  .map((each) => ({ key: each.id, name: each.displayName, plans: [each] }))}
                features={data.features}
              />
            }
            isStopped={isStopped}
            isAsked={questions.length > 0}
            reviewPath={
              selection
                ? pathToReview(reviewPath, {
                    paid: selection.offer.amountCents > 0 && !selection.trial,
                    country: data.country,
                    hasCard: data.account.paymentMethod !== null,
                    canAddPaymentMethod: data.account.canAddPaymentMethod,
                  })
                : reviewPath
            }
            onChoose={(plan) => {
              setTold(false);
              onMove(paths.subscription(family.key, { ...at, plan }), { replace: true });
            }}
            onTrial={(plan) => onMove(paths.subscription(family.key, { ...at, plan, step: 'review' }))}
          />
        </Suspense>
      )}
      {data && reviewing && (
        <Suspense fallback={<PlanSkeleton kind={family.kind} />}>
          <LazyOrderReview
            key={selection.id}
            family={family}
            selection={selection}
            existing={existing}
            pending={pending}
            questions={questions}
            plans={data.plans}
            words={data.features}
            account={data.account}
            returnPath={reviewPath}
            coupon={{
              storedValue: coupon,
              onStore: (value) =>
                onMove(paths.subscription(family.key, { ...review, coupon: value }), { replace: true }),
              field: couponField,
            }}
            renewal={{
              storedValue: renew,
              onStore: (value) =>
                onMove(paths.subscription(family.key, { ...review, renew: value }), { replace: true }),
            }}
            onCancel={reset}
            onMissingAddress={onMove}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  );
};
