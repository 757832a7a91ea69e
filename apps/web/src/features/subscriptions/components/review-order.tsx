import type { AccountView } from '@foyer/contract/api/account';
import type { TieredPlan } from '@foyer/contract/api/plans';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { currentTime } from '../../../lib/current-time.ts';
import { mayStillSucceed } from '../../../lib/failure.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { type CouponState, useCoupon } from '../../../lib/queries/use-coupon.ts';
import { useUser } from '../../../lib/queries/use-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DueDock } from '../../../ui/due-dock.tsx';
import { ResumedChallenges } from '../../../ui/resumed-challenges.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { SummaryPanel } from '../../../ui/summary.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { lossesBetween } from '../model/losses.ts';
import { orderOf, renewalOf, withCoupon } from '../model/order.ts';
import { paymentNotice } from '../model/payment-notice.ts';
import type { PlanCard } from '../model/plan-card.ts';
import { mayNotSubmit, primaryAction } from '../model/primary-action.ts';
import type { Selection } from '../model/selection.ts';
import { addressPath } from '../model/setup-paths.ts';
import { isFree, timeline, trialReplacesPlanAt } from '../model/timeline.ts';
import { quoteQuery } from '../queries/quote.ts';
import { TrialChoice } from '../tiered/trial-choice.tsx';
import { AdditionalSubscriptionNotice } from '../tiers/additional-subscription-notice.tsx';
import { AddressRow } from './address-row.tsx';
import { DiscountEndsNotice } from './discount-ends-notice.tsx';
import { FreeTimeNotice } from './free-time-notice.tsx';
import { LazyOrderFailure, usePreloadOrderFailure } from './lazy-order-failure.ts';
import { LossesNotice } from './losses-notice.tsx';
import { PayButton } from './pay-button.tsx';
import { PaymentRow } from './payment-row.tsx';
import { PendingOrder } from './pending-notice.tsx';
import { PlanChange } from './plan-change.tsx';
import { QuoteError } from './quote-error.tsx';
import { QuoteLines, QuoteSkeleton } from './quote-lines.tsx';
import { RenewRow } from './renew-row.tsx';
import { TimelineLines } from './timeline-lines.tsx';
import { useOutcomeText } from './use-outcome-text.ts';
import { type Purchased, usePurchase } from './use-purchase.ts';

// on demand, because most banks ask nothing
const ChallengeNotice = lazyNamed(() =>
  import('../../../ui/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);

export interface CouponSlot {
  readonly storedValue: string | undefined;
  /** Writes the code to the URL or removes it, so that it survives the visit to the card page. */
  readonly onStore: (coupon: string | undefined) => void;
  readonly field: (state: CouponState) => ReactNode;
}

export interface RenewalSlot {
  readonly storedValue: string | undefined;
  readonly onStore: (renewal: 'on' | 'off') => void;
}

interface ReviewOrderProps {
  selection: Selection;
  existing: Subscription | null;
  cards: readonly PlanCard[];
  account: Pick<AccountView, 'paymentMethod' | 'canAddPaymentMethod' | 'clock'>;
  /** Path of this review, to return from the card or address form. */
  returnPath: string;
  /** A payment for this is undecided, so nothing else can be bought (SU-08). */
  pending: boolean;
  /** Open bank challenges about an earlier order of this plan. */
  questions: AccountView['openChallenges'];
  /** All plans with the texts of their features, to list what the chosen plan lacks. */
  plans: Parameters<typeof lossesBetween>[0];
  words?: Parameters<typeof lossesBetween>[3];
  /** Plan that the customer has, when the order adds another one. */
  another?: Pick<TieredPlan, 'displayName'> | null;
  /** Choice between trial and purchase, if the plan offers a trial (SP-02). */
  start?: { readonly days: number; readonly onChange: (trial: boolean) => void } | null;
  /** Coupon field (CD-05). A prop, because it belongs to another feature. */
  coupon: CouponSlot;
  /** Auto-renew in the address, like the coupon. */
  renewal: RenewalSlot;
  /** Family of the plan. Its kind decides some words (SP-02, SU-08). */
  family: ShownFamily;
  onCancel: () => void;
  /** Called after the order, with the text of its outcome. */
  onDone: (purchased: Purchased, outcomeText: string) => void;
  /** Opens the address form with a path back to this review. */
  onMissingAddress: (addressPath: string) => void;
}

/** Step 2: changes, prices now and later, card, and the order button (DR-04). */
export const ReviewOrder = ({
  selection,
  existing,
  cards,
  account,
  returnPath,
  pending,
  questions,
  plans,
  words,
  another = null,
  start = null,
  coupon: { storedValue, onStore, field },
  renewal,
  family,
  ...on
}: ReviewOrderProps) => {
  const { card, offer, trial } = selection;
  const { paymentMethod, canAddPaymentMethod } = account;
  usePreloadOrderFailure();
  const phone = usePhone();
  const losses = lossesBetween(plans, existing?.plan.id, card.planId, words);
  const costs = !trial && offer.amountCents > 0;
  const toAddress = addressPath(returnPath, costs && paymentMethod === null);
  // PM-03: no card can pay from this country, so a paid plan does not renew either.
  const payable = canAddPaymentMethod || !costs;
  const autoRenew = payable && renewalOf(renewal.storedValue, !trial && !existing?.cancelAtPeriodEnd);
  const coupon = useCoupon({ storedValue, intervalId: offer.intervalId, enabled: costs, onStore });
  const isChecking = coupon.verdict.kind === 'checking';
  const order = withCoupon(orderOf(selection, existing, autoRenew), coupon.verdict);
  const {
    data: quote,
    isPlaceholderData,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...quoteQuery(order), enabled: !isChecking });
  const stale = isPlaceholderData || isChecking;
  const changesExisting = existing !== null;
  const outcomeText = useOutcomeText();
  const done = (purchased: Purchased) => on.onDone(purchased, outcomeText(purchased, trial, changesExisting && !trial));
  const { submit, processing, failure, challenge } = usePurchase({
    order,
    about: { product: family.key, subscriptionId: existing?.id ?? null },
    pending,
    quote: stale ? undefined : quote,
    onDone: done,
    onMissingAddress: () => on.onMissingAddress(toAddress),
  });

  const mustLookAgain = failure?.reason === 'LOOK_AGAIN';
  const amountDueCents = quote?.amountDueCents ?? 0;
  const { user } = useUser();
  const withoutAddress = user?.address === null && !trial && amountDueCents > 0;
  const current = stale ? undefined : quote;
  const lessFrom = trial ? current && trialReplacesPlanAt(current) : quote?.scheduledFor;
  const pay = (
    <PayButton
      action={
        quote || trial
          ? primaryAction({
              trial,
              trialDays: card.trial?.days ?? 0,
              amountDueCents,
              changesExisting,
              payable: canAddPaymentMethod,
              addressPath: withoutAddress ? toAddress : null,
            })
          : null
      }
      processing={processing}
      disabled={
        pending ||
        mayStillSucceed(failure) ||
        mayNotSubmit({
          processing,
          quoted: quote !== undefined && !stale,
          trial,
          paymentMethodRequired: card.paymentMethodRequired,
          hasCard: paymentMethod !== null,
          payable: canAddPaymentMethod || amountDueCents === 0,
        })
      }
      onPress={() => void submit()}
      full={!phone}
      kind={family.kind}
    />
  );

  return (
    <>
      <div className={split.split}>
        <div className={split.stack}>
          {!processing && (!failure || mustLookAgain) && (
            <ResumedChallenges open={questions} onConfirmed={(bought) => done(bought as Purchased)} />
          )}
          {challenge && (
            <Suspense>
              <ChallengeNotice challenge={challenge} />
            </Suspense>
          )}
          {failure && !(mustLookAgain && pending) && (
            <Suspense>
              <LazyOrderFailure failure={failure} kind={family.kind} />
            </Suspense>
          )}
          {pending && !processing && !mayStillSucceed(failure) && <PendingOrder />}
          {another && <AdditionalSubscriptionNotice name={another.displayName} />}
          {start && <TrialChoice {...start} trial={trial} disabled={processing} />}
          <PlanChange
            existing={existing}
            existingCard={cards.find(({ planId }) => planId === existing?.plan.id)}
            existingKeys={plans.find(({ id }) => id === existing?.plan.id)?.details.accessKeyLimit?.value ?? null}
            selection={selection}
            scheduledFor={quote?.scheduledFor}
          />
          <FreeTimeNotice existing={existing} trial={trial} quote={current} />
          {losses && (!trial || lessFrom) && <LossesNotice losses={losses} scheduledFor={lessFrom} />}
          <DiscountEndsNotice quote={current} />
          <Card as="ul" className={rows.rows}>
            <RenewRow
              selection={selection}
              quote={current}
              on={autoRenew}
              onChange={(on) => renewal.onStore(on ? 'on' : 'off')}
              needsCard={trial && paymentMethod === null}
              canAddPaymentMethod={canAddPaymentMethod}
              payable={payable}
              disabled={processing}
            />
            <PaymentRow
              notice={paymentNotice({
                trial,
                card: paymentMethod,
                paymentMethodRequired: card.paymentMethodRequired,
                free: quote !== undefined && isFree(quote) && !trial,
              })}
              autoRenew={autoRenew}
              canAddPaymentMethod={canAddPaymentMethod}
              returnPath={returnPath}
            />
            <AddressRow to={toAddress} />
          </Card>
          {costs && field({ ...coupon, disabled: processing })}
        </div>
        {error && !quote ? (
          <QuoteError
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
            onCancel={on.onCancel}
            kind={family.kind}
          />
        ) : (
          <SummaryPanel
            title={<Trans>Estimated cost</Trans>}
            stale={stale}
            pay={
              <>
                {!phone && pay}
                <Button variant="quiet" full onClick={on.onCancel} disabled={processing}>
                  <Trans>Cancel</Trans>
                </Button>
              </>
            }
            then={
              quote && (
                <TimelineLines
                  moments={timeline({ quote, held: existing, trial, storage: card.storage, now: currentTime(account) })}
                  name={card.name}
                />
              )
            }
          >
            {quote ? <QuoteLines quote={quote} withoutAddress={withoutAddress} /> : <QuoteSkeleton />}
          </SummaryPanel>
        )}
      </div>
      {phone && quote && (
        <DueDock
          label={withoutAddress ? <Trans>Subtotal</Trans> : <Trans>Due today</Trans>}
          cents={withoutAddress ? quote.subtotal - quote.discount : amountDueCents}
        >
          {pay}
        </DueDock>
      )}
    </>
  );
};
