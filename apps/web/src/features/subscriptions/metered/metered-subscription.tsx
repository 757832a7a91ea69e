import type { AccountView } from '@foyer/contract/api/account';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { CouponLine } from '../components/coupon-line.tsx';
import { CurrentPlan } from '../components/current-plan.tsx';
import { LazyOrderLimit } from '../components/lazy-order-limit.ts';
import { LazyOrderReview, usePreloadReview } from '../components/lazy-order-review.ts';
import { LazyPlanComparison } from '../components/lazy-plan-comparison.tsx';
import { LazyUnavailableNotice } from '../components/lazy-unavailable-notice.ts';
import { LockNotice } from '../components/lock-notice.tsx';
import type { CouponSlot, OrderState } from '../components/order-review.tsx';
import styles from '../components/plan-page.module.css';
import { PlanPageState } from '../components/plan-page-state.tsx';
import { PlanSkeleton } from '../components/plan-skeleton.tsx';
import { useCouponPrices } from '../components/use-coupon-prices.ts';
import { isPaidPlan, isPending, lockOf, openChallengesFor } from '../model/current-plan.ts';
import type { Purchased } from '../model/order.ts';
import { orderLimitOf, stopsOrders } from '../model/order-limit.ts';
import { selectionFor } from '../model/tiered-card.ts';
import { useClearDoneOrder } from '../queries/command-outcome.ts';
import { usePurchaseBroadcast } from '../queries/refetch.ts';
import { type PlanPageData, usePlanPage } from '../queries/use-plan-page.ts';
import type { Withdrawal } from '../queries/withdraw-request.ts';
import { AgreementNotice, PlanContinues } from './agreement-notice.tsx';
import {
  choiceOf,
  explainUnavailableMeteredChoice,
  isOnlyTrialled,
  isOwned,
  isScheduled,
  type MeteredChoice,
  type MeteredPlace,
  offersTrial,
} from './metered-choice.ts';
import { MeteredPlans } from './metered-plans.tsx';

// on demand, because most visitors already have a plan
const PlanRequest = lazyNamed(() => import('../components/plan-request.tsx').then((file) => file.PlanRequest));

interface MeteredSubscriptionProps {
  family: ShownFamily;
  place: MeteredPlace;
  couponField: CouponSlot['field'];
  /** Renders the notice of a successful payment, or `notStored`. A prop, because it belongs to another feature. */
  paidNotice: (title: ReactNode, notStored: ReactNode) => ReactNode;
  /** Returns whether the order charged money. */
  onBought: (purchased: Purchased) => boolean;
  onMove: (to: string, options?: { replace: boolean }) => void;
}

/** Last action of the customer on this page. */
type Outcome = 'updated' | 'requested' | Withdrawal;

const OutcomeTitle = ({ outcome }: { outcome: Outcome }) => {
  switch (outcome) {
    case 'updated':
      return <Trans>Your subscription has been updated.</Trans>;
    case 'requested':
      return <Trans>Your request has been sent.</Trans>;
    case 'withdrawn':
      return <Trans>Your request is withdrawn.</Trans>;
    case 'closed':
      return <Trans>Your request is no longer open.</Trans>;
    case 'accepted':
      return <Trans>Your request has been accepted meanwhile.</Trans>;
  }
};

/** Notice about what was carried out, sent, withdrawn, accepted or closed (IO-02). Takes the focus, because the page stays. */
const UpdatedNotice = ({ outcome, existing }: { outcome: Outcome; existing: Subscription | null }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const name = existing?.plan.displayName;
  return (
    <Notice
      ref={ref}
      alert
      tone={outcome === 'accepted' || outcome === 'closed' ? 'info' : 'ok'}
      title={<OutcomeTitle outcome={outcome} />}
      titleAs="p"
    >
      {outcome === 'requested' && (
        <p>
          <Trans>We'll be contacting you shortly.</Trans>
          {existing && (
            <>
              {' '}
              <PlanContinues name={existing.plan.displayName} />
            </>
          )}
        </p>
      )}
      {outcome === 'closed' && (
        <p>
          <Trans>It was declined, or withdrawn before. Nothing has begun, and nothing is charged for it.</Trans>
        </p>
      )}
      {outcome === 'accepted' && name && (
        <p>
          <Trans>{name} has begun, and nothing was withdrawn. You can turn off auto-renew below.</Trans>
        </p>
      )}
    </Notice>
  );
};

interface MeteredOrderProps extends Pick<MeteredSubscriptionProps, 'family' | 'place' | 'couponField' | 'onMove'> {
  data: PlanPageData;
  choice: MeteredChoice;
  pending: boolean;
  isUnchanged: boolean;
  questions: AccountView['openChallenges'];
  onStateChange: (state: OrderState) => void;
  onChanged: () => void;
  onDone: (purchased: Purchased) => void;
}

/** Order of the chosen plan: a trial, a purchase or a request (IO-02). */
const MeteredOrder = ({ family, data, choice, place, couponField, onMove, ...props }: MeteredOrderProps) => {
  const { plan, cycle } = choice;
  const { existing, user } = data;
  // A coupon means that the customer wants to buy, unless the link is for the trial.
  const [wantsTrial, setWantsTrial] = useState(place.pay !== 'now' && (choice.trial || place.coupon === undefined));
  const trial = offersTrial(choice, existing) && wantsTrial;
  const selection = selectionFor(plan, cycle, trial, null);
  const here: Partial<MeteredPlace> = { ...place, pay: trial ? undefined : 'now' };
  const store = (choices: typeof here) =>
    onMove(paths.subscription(family.key, { ...here, ...choices }), { replace: true });
  return (
    selection && (
      <LazyOrderReview
        {...props}
        family={family}
        selection={selection}
        existing={existing}
        account={data.account}
        plans={data.plans}
        words={data.features}
        areQuestionsAbove
        returnPath={paths.subscription(family.key, here)}
        notice={
          plan.customBilling && (
            <AgreementNotice
              name={plan.displayName}
              existingName={existing?.plan.displayName}
              isPaid={isPaidPlan(existing)}
              emailVerified={user?.emailVerified ?? true}
            />
          )
        }
        start={
          offersTrial(choice, existing)
            ? {
                days: plan.trialDays,
                onChange: (wanted) => {
                  setWantsTrial(wanted);
                  store({ pay: wanted ? undefined : 'now', renew: undefined });
                },
              }
            : null
        }
        coupon={{ storedValue: place.coupon, onStore: (coupon) => store({ coupon }), field: couponField }}
        renewal={{ storedValue: place.renew, onStore: (renew) => store({ renew }) }}
        onCancel={() => onMove(paths.subscription(family.key, { coupon: place.coupon }), { replace: true })}
        onMissingAddress={onMove}
      />
    )
  );
};

/** Page of a metered family: plan, billing, prices and order (IO-01, IO-02). The choice is in the address. */
export const MeteredSubscription = ({
  family,
  place,
  couponField,
  paidNotice,
  onBought,
  onMove,
}: MeteredSubscriptionProps) => {
  const { plan, coupon } = place;
  const page = usePlanPage(family, undefined);
  const { data: asked } = page;
  useClearDoneOrder(page.subscriptions);
  const prices = useCouponPrices(family.key, coupon);
  const [updated, setUpdated] = useState<{
    outcome: Outcome;
    isPaid: boolean;
    times: number;
    before: Subscription | null;
  } | null>(null);
  const [outdated, setOutdated] = useState(false);
  const [orderState, setOrderState] = useState<OrderState>(null);
  usePurchaseBroadcast(() => setOutdated(true));
  usePreloadReview();
  const data = asked && prices.kind === 'applies' ? { ...asked, plans: prices.plans } : asked;
  const existing = data?.existing ?? null;
  const planBelowTrial = data?.planBelowTrial ?? null;
  const request = data?.request ?? null;
  const choice = data && choiceOf(data.plans, plan, existing ?? request);
  const lock = lockOf(existing);
  const limit = data && orderLimitOf({ ...data, family });
  const questions = openChallengesFor(data?.account.openChallenges ?? [], family, existing);
  // just after an order the account may still list the answered challenge
  const showsResumed = !orderState && !updated;
  const pending = isPending(data?.account.pendingOrders ?? [], family, existing);
  const unavailableReason =
    data && choice && !updated
      ? explainUnavailableMeteredChoice(data.plans, plan, choice, existing, request, outdated)
      : null;

  // The purchase still loads. A click now would order with the old subscription.
  const settling = updated !== null && page.isFetching && updated.before === existing;

  const show = (outcome: Outcome, isPaid: boolean) =>
    setUpdated({ outcome, isPaid, times: (updated?.times ?? 0) + 1, before: existing });
  const done = (purchased: Purchased, { custom }: { custom: boolean }) => {
    show(custom ? 'requested' : 'updated', onBought(purchased) && !custom);
    onMove(paths.subscription(family.key), { replace: true });
    scrollTo({ top: 0 });
  };
  const updatedNotice = updated && <UpdatedNotice outcome={updated.outcome} existing={existing} />;

  return (
    <>
      <PageHeader
        title={<Trans>{family.name} subscription</Trans>}
        description={family.description}
        crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
      />
      {!data && <PlanPageState kind={family.kind} page={page} />}
      {data && choice && (
        <Suspense fallback={<PlanSkeleton kind={family.kind} />}>
          <div className={styles.page}>
            {limit && <LazyOrderLimit limit={limit} name={family.name} />}
            {updated && (
              <Suspense key={updated.times}>
                {updated.isPaid ? paidNotice(<OutcomeTitle outcome={updated.outcome} />, updatedNotice) : updatedNotice}
              </Suspense>
            )}
            {showsResumed && (
              <ResumedChallenges
                open={questions}
                isOrderShown
                onConfirmed={(bought) => done(bought as Purchased, { custom: false })}
              />
            )}
            {existing && <CurrentPlan subscription={existing} />}
            {planBelowTrial && <CurrentPlan subscription={planBelowTrial} underTrial />}
            {request && (
              <Suspense fallback={<CardSkeleton height={120} />}>
                <PlanRequest
                  request={request}
                  emailVerified={data.user?.emailVerified ?? true}
                  onDone={(outcome) => show(outcome, false)}
                />
              </Suspense>
            )}
            {(lock || pending) && <LockNotice lock={lock ?? 'payment-pending'} existing={existing} />}
            {!lock && (
              <>
                {unavailableReason === 'requested' ? (
                  <Notice tone="info" title={<Trans>You have requested this plan</Trans>} titleAs="p">
                    <p>
                      <Trans>Your request is shown above.</Trans>
                    </p>
                  </Notice>
                ) : (
                  unavailableReason && (
                    // without the page, because the reason may appear while an order is shown
                    <Suspense>
                      <LazyUnavailableNotice reason={unavailableReason} />
                    </Suspense>
                  )
                )}
                <CouponLine prices={prices} />
                <MeteredPlans
                  data={data}
                  choice={choice}
                  isChosen={!isOnlyTrialled(choice, plan, existing)}
                  disabled={orderState === 'running'}
                  onChoose={(id) => {
                    setUpdated(null);
                    setOutdated(false);
                    onMove(paths.subscription(family.key, { plan: id, coupon, pay: place.pay }), { replace: true });
                  }}
                />
                {!settling &&
                  !stopsOrders(limit) &&
                  !isOnlyTrialled(choice, plan, existing) &&
                  !isOwned(choice, existing) &&
                  !isOwned(choice, planBelowTrial) &&
                  !isOwned(choice, request) &&
                  !isScheduled(choice, existing) && (
                    <Suspense fallback={<CardSkeleton height={320} />}>
                      <MeteredOrder
                        family={family}
                        key={choice.id}
                        data={data}
                        choice={choice}
                        pending={pending}
                        isUnchanged={plan === undefined && !orderState}
                        questions={showsResumed ? questions : []}
                        place={{ ...place, plan: choice.id }}
                        couponField={couponField}
                        onStateChange={setOrderState}
                        onMove={onMove}
                        onChanged={() => setOutdated(true)}
                        onDone={(purchased) => done(purchased, { custom: choice.plan.customBilling })}
                      />
                    </Suspense>
                  )}
                <LazyPlanComparison
                  columns={data.plans.map((each) => ({ key: each.id, name: each.displayName, plans: [each] }))}
                  features={data.features}
                />
              </>
            )}
          </div>
        </Suspense>
      )}
    </>
  );
};
