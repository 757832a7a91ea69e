import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { LazyOrderLimit } from '../components/lazy-order-limit.ts';
import { LazyOrderReview, usePreloadReview } from '../components/lazy-order-review.ts';
import type { CouponSlot } from '../components/order-review.tsx';
import { PlanPageHead } from '../components/plan-page-head.tsx';
import { PlanPageState } from '../components/plan-page-state.tsx';
import { PlanSkeleton } from '../components/plan-skeleton.tsx';
import { useCouponPrices } from '../components/use-coupon-prices.ts';
import { useReviewVoid } from '../components/use-review-void.ts';
import { billedIntervalOf, isPending, lockOf, openChallengesFor } from '../model/current-plan.ts';
import type { Purchased } from '../model/order.ts';
import { orderLimitOf, stopsOrders } from '../model/order-limit.ts';
import { pathToReview } from '../model/setup-paths.ts';
import { selectionFor } from '../model/tiered-card.ts';
import { isPlanGone, type usePlanPage } from '../queries/use-plan-page.ts';
import { ChooseTiers } from './choose-tiers.tsx';
import { choiceOf, heldChoice, isSubstituteTier, tiersOf } from './tiered-choice.ts';

// on demand, because few customers add a plan that they have already, and most vendors always offer one
const loadNotices = () => import('./rare-notices.tsx');
const AdditionalSubscriptionNotice = lazyNamed(async () => (await loadNotices()).AdditionalSubscriptionNotice);
const NoTiers = lazyNamed(async () => (await loadNotices()).NoTiers);

export interface TiersPlace {
  subId: string | undefined;
  package: string | undefined;
  step: string | undefined;
  pay: string | undefined;
  r: string | undefined;
  coupon: string | undefined;
  renew: string | undefined;
}

interface TiersSubscriptionProps {
  family: ShownFamily;
  page: ReturnType<typeof usePlanPage>;
  place: TiersPlace;
  /** `replace` for a choice within the step, so that Back leaves the step. */
  onMove: (to: string, options?: { replace: boolean }) => void;
  onDone: (purchased: Purchased, facts: { changed: boolean; outcomeText: string }) => void;
  couponField: CouponSlot['field'];
}

/**
 * Pages of a family with tiers: tier and package, then review (SP-01…SP-04). Step and choice are in the address, so that back, reload
 * and links work.
 */
export const TiersSubscription = ({ family, page, place, onMove, onDone, couponField }: TiersSubscriptionProps) => {
  const { subId, r, coupon, renew } = place;
  const { data } = page;
  const prices = useCouponPrices(family.key, coupon, { subId, seen: place.step !== 'review' });
  const tiers = tiersOf(prices.kind === 'applies' && data ? prices.plans : (data?.plans ?? []), subId !== undefined);
  const existing = data?.existing ?? null;
  const choice = choiceOf(tiers, place.package ?? (data ? heldChoice(data) : undefined));
  const currentIntervalId = billedIntervalOf(existing);
  // A change of a subscription offers no trial, because a trial would be a separate subscription (SP-03).
  const trialDays = existing === null && choice?.cycle.hasTrial ? choice.plan.trialDays : null;
  const trial = trialDays !== null && place.pay !== 'now';
  const selection = choice && selectionFor(choice.plan, choice.cycle, trial, currentIntervalId);
  const isSubstitute = isSubstituteTier(tiers, place.package);
  const open = selection !== null && !selection.offer.current && !isSubstitute;
  const limit = data && orderLimitOf({ ...data, family });
  const isStopped = stopsOrders(limit);
  const at = { subId, r, coupon, package: choice?.cycle.intervalId };
  const choosePath = paths.subscription(family.key, at);
  const isVoid = useReviewVoid(place.step === 'review' && Boolean(data), () => onMove(choosePath, { replace: true }));
  const reviewing = place.step === 'review' && open && !lockOf(existing) && !isStopped && !isVoid;
  // Paying for a trial continues it. Any other order without a subscription in the address adds one.
  const isAnother = existing === null && choice !== null && choice.plan.heldCount > 0;
  const pending = isPending(data?.account.pendingOrders ?? [], family, existing);
  const questions = openChallengesFor(data?.account.openChallenges ?? [], family, existing);

  usePreloadReview();

  // A coupon means that the customer wants to buy. The trial is still one click away.
  const pay = place.pay === 'now' || (coupon !== undefined && !reviewing) ? 'now' : undefined;
  const trialNext = pay === 'now' ? null : trialDays;
  const review = { ...at, step: 'review', pay, renew: reviewing ? renew : undefined } as const;
  const reviewPath = paths.subscription(family.key, review);
  const reset = () => onMove(paths.subscription(family.key, { subId, r, coupon }), { replace: !reviewing });

  return (
    <>
      <PlanPageHead
        family={family}
        isReview={reviewing}
        choosePath={choosePath}
        reviewPath={reviewPath}
        linksHome
        isExpired={r === 'expired'}
        withoutSteps={isPlanGone(page.errors) || lockOf(existing) !== null}
      />
      {!data && <PlanPageState kind={family.kind} page={page} />}
      {/* a licence is shown here until its own page has loaded, which shows its challenges */}
      {data && !reviewing && !existing?.isPerpetual && <ResumedChallenges open={questions} alone />}
      {data && !reviewing && (
        <Suspense fallback={<PlanSkeleton kind={family.kind} />}>
          {choice ? (
            <ChooseTiers
              notice={limit && <LazyOrderLimit limit={limit} name={family.name} />}
              isStopped={isStopped}
              isAsked={questions.length > 0}
              data={data}
              tiers={tiers}
              choice={choice}
              prices={prices}
              isSubstitute={isSubstitute}
              pending={pending}
              trialDays={trialNext}
              reviewPath={pathToReview(reviewPath, {
                paid: trialNext === null && choice.cycle.amount > 0,
                screened: family.exportControl,
                country: data.country,
                hasCard: data.account.paymentMethod !== null,
                canAddPaymentMethod: data.account.canAddPaymentMethod,
              })}
              onChoose={(id) =>
                id ? onMove(paths.subscription(family.key, { ...at, package: id }), { replace: true }) : reset()
              }
            />
          ) : (
            <NoTiers />
          )}
        </Suspense>
      )}
      {data && choice && reviewing && (
        <Suspense fallback={<PlanSkeleton kind={family.kind} />}>
          <LazyOrderReview
            key={`${selection.id} ${trial}`}
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
            heldCount={existing === null ? choice.plan.heldCount : undefined}
            notice={isAnother && <AdditionalSubscriptionNotice name={choice.plan.displayName} />}
            start={
              trialDays === null
                ? null
                : {
                    days: trialDays,
                    onChange: (wanted) =>
                      onMove(
                        paths.subscription(family.key, { ...at, step: 'review', pay: wanted ? undefined : 'now' }),
                        {
                          replace: true,
                        },
                      ),
                  }
            }
            onCancel={reset}
            onMissingAddress={onMove}
            onDone={(purchased, outcomeText) => onDone(purchased, { changed: existing !== null, outcomeText })}
          />
        </Suspense>
      )}
    </>
  );
};
