import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { paths } from '../../../lib/paths.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { endLine, isPending, lockOf, paysAlready } from '../model/current-plan.ts';
import { lossesBetween } from '../model/losses.ts';
import { missedChoice } from '../model/missed-choice.ts';
import { shapePlans } from '../model/plan-card.ts';
import { selectionOf } from '../model/selection.ts';
import { addressPath, pathToReview } from '../model/setup-paths.ts';
import { useToldTabs } from '../queries/told-tabs.ts';
import { ChoosePlan } from './choose-plan.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlansSkeleton } from './plans-skeleton.tsx';
import { ReviewLater, useReviewSoon } from './review-later.ts';
import type { CouponSlot } from './review-order.tsx';
import { useCouponPrices } from './use-coupon-prices.ts';
import { useDrive } from './use-drive.ts';
import { useFocusOnStep } from './use-focus-on-step.ts';
import type { Purchased } from './use-purchase.ts';

export interface DrivePlace {
  subId: string | undefined;
  plan: string | undefined;
  step: string | undefined;
  r: string | undefined;
  coupon: string | undefined;
  renew: string | undefined;
}

interface DriveSubscriptionProps {
  place: DrivePlace;
  /** Scope shows a way up to Home; in the drive brand this page is a tab of its own. */
  crumb: boolean;
  /** `replace` for a choice within the step, so that back leaves the step and not the choice. */
  onMove: (to: string, options?: { replace: boolean }) => void;
  couponField: CouponSlot['field'];
  onDone: (purchased: Purchased, facts: { trial: boolean; changedExisting: boolean }) => void;
}

/** Choose a plan, review it, buy it (DR-01…DR-05). Step and choice live in the address, so back, reload and links work. */
export const DriveSubscription = ({ place, crumb, onMove, onDone, couponField }: DriveSubscriptionProps) => {
  const { subId, r, coupon, renew } = place;
  const { data, failed, retrying, retry } = useDrive(subId);
  const prices = useCouponPrices('drive', coupon, { seen: place.step !== 'review' });
  useReviewSoon();
  useToldTabs();
  const existing = data?.existing ?? null;
  const pending = isPending(data?.account.pendingOrders ?? [], 'drive', existing);
  const plans = prices.kind === 'applies' ? prices.plans : (data?.plans ?? []);
  const cards = data ? shapePlans(plans, existing?.isTrial ? null : (existing?.plan.intervalId ?? null)) : [];
  const lock = lockOf(existing);
  const selection = lock ? null : selectionOf(cards, place.plan);
  const reviewing = place.step === 'review' && selection !== null;
  const title = useFocusOnStep(reviewing ? 2 : 1);

  const at = { subId, r, coupon, plan: selection?.id };
  const choosePath = paths.drive(at);
  const review = { ...at, step: 'review', renew: reviewing ? renew : undefined } as const;
  const reviewPath = paths.drive(review);
  const reset = () => onMove(paths.drive({ subId, r, coupon }), { replace: !reviewing });

  return (
    <>
      <PageHeader
        titleRef={title}
        title={<Trans>Drive subscription</Trans>}
        crumb={
          reviewing
            ? { to: choosePath, label: <Trans>Plans</Trans> }
            : crumb
              ? { to: paths.home, label: <Trans>Home</Trans> }
              : undefined
        }
        {...(r === 'expired' && {
          description: (
            <Trans>
              Your subscription has expired. Select a new subscription below to continue using this account.
            </Trans>
          ),
        })}
      />
      <Steps
        current={reviewing ? 2 : 1}
        steps={[
          { label: <Trans>Choose a Plan</Trans>, to: choosePath },
          { label: <Trans>Review</Trans>, to: reviewPath },
        ]}
      />
      {!data && failed && (
        <Retry title={<Trans>We're having trouble retrieving plans.</Trans>} onRetry={retry} busy={retrying}>
          <Trans>Your subscription is safe; only this list didn't load.</Trans>
        </Retry>
      )}
      {!data && !failed && <PlansSkeleton />}
      {data && !reviewing && (
        <>
          {existing && <CurrentPlan subscription={existing} />}
          <ChoosePlan
            cards={cards}
            prices={prices}
            selection={selection}
            lock={pending ? 'payment-pending' : lock}
            missed={
              selection ? null : missedChoice(cards, place.plan, existing?.isTrial ? existing.plan.intervalId : null)
            }
            ending={existing && endLine(existing)}
            paysAlready={paysAlready(existing)}
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
            onChoose={(plan) => onMove(paths.drive({ ...at, plan }), { replace: true })}
          />
        </>
      )}
      {data && reviewing && (
        <Suspense fallback={<PlansSkeleton />}>
          <ReviewLater
            key={selection.id}
            selection={selection}
            existing={existing}
            cards={cards}
            pending={pending}
            losses={lossesBetween(data.plans, existing?.plan.id, selection.card.planId)}
            account={data.account}
            returnPath={reviewPath}
            coupon={{
              kept: coupon,
              onKeep: (kept) => onMove(paths.drive({ ...review, coupon: kept }), { replace: true }),
              field: couponField,
            }}
            renewal={{
              kept: renew,
              onKeep: (kept) => onMove(paths.drive({ ...review, renew: kept }), { replace: true }),
            }}
            onCancel={reset}
            onMissingAddress={() => onMove(addressPath(reviewPath))}
            onDone={(purchased) =>
              onDone(purchased, { trial: selection.trial, changedExisting: existing !== null && !selection.trial })
            }
          />
        </Suspense>
      )}
    </>
  );
};
