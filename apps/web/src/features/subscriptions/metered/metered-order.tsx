import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { currentTime } from '../../../lib/current-time.ts';
import { mayStillSucceed } from '../../../lib/failure.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import { useCoupon } from '../../../lib/queries/use-coupon.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { SummaryPanel } from '../../../ui/summary.tsx';
import { AddressRow } from '../components/address-row.tsx';
import { DiscountEndsNotice } from '../components/discount-ends-notice.tsx';
import { LazyOrderFailure, usePreloadOrderFailure } from '../components/lazy-order-failure.ts';
import { LossesNotice } from '../components/losses-notice.tsx';
import { PayButton } from '../components/pay-button.tsx';
import { PaymentRow } from '../components/payment-row.tsx';
import { QuoteError } from '../components/quote-error.tsx';
import { QuoteSkeleton } from '../components/quote-lines.tsx';
import { RenewRow } from '../components/renew-row.tsx';
import type { CouponSlot } from '../components/review-order.tsx';
import { TimelineLines } from '../components/timeline-lines.tsx';
import { type Purchased, usePurchase } from '../components/use-purchase.ts';
import { isPaidPlan } from '../model/current-plan.ts';
import { lossesBetween } from '../model/losses.ts';
import { renewalOf, withCoupon } from '../model/order.ts';
import { paymentNotice } from '../model/payment-notice.ts';
import { mayNotSubmit, primaryAction } from '../model/primary-action.ts';
import { addressPath } from '../model/setup-paths.ts';
import { selectionFor } from '../model/tiered-card.ts';
import { timeline } from '../model/timeline.ts';
import { quoteQuery } from '../queries/quote.ts';
import { TrialChoice } from '../tiered/trial-choice.tsx';
import { AgreementNotice } from './agreement-notice.tsx';
import { isEligible, isOwned, type MeteredChoice, type MeteredPlace, offersTrial, orderFor } from './metered-choice.ts';
import { MeteredSummary } from './metered-summary.tsx';
import type { MeteredData } from './use-metered.ts';

// on demand, because most banks ask nothing
const ChallengeNotice = lazyNamed(() =>
  import('../../../ui/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);

/** Null before the order and after it is done. */
export type OrderState = 'running' | 'refused' | null;

interface MeteredOrderProps {
  family: ShownFamily;
  data: MeteredData;
  choice: MeteredChoice;
  place: MeteredPlace;
  /** A payment for this is undecided, so nothing else can be bought (SU-08). */
  pending: boolean;
  couponField: CouponSlot['field'];
  /**
   * Reports the state of the order. While it runs, the page disables other choices (DR-04); while it failed, only this
   * block shows why.
   */
  onStateChange: (state: OrderState) => void;
  onMove: (to: string, options?: { replace: boolean }) => void;
  onCancel: () => void;
  onChanged: () => void;
  onDone: (purchased: Purchased, facts: { custom: boolean }) => void;
}

/** Order of a plan: trial or purchase, prices, card, and the order button (IO-02). */
export const MeteredOrder = ({
  family,
  data: { plans, features, existing, account, user },
  choice,
  place,
  pending,
  couponField,
  onStateChange,
  onMove,
  onCancel,
  onChanged,
  onDone,
}: MeteredOrderProps) => {
  const { plan, cycle } = choice;
  const { paymentMethod, canAddPaymentMethod } = account;
  const mayTry = offersTrial(choice, existing);
  // A coupon means that the customer wants to buy, unless the link is for the trial.
  const [wantsTrial, setWantsTrial] = useState(place.pay !== 'now' && (choice.trial || place.coupon === undefined));
  const trial = mayTry && wantsTrial;
  const costs = !trial && cycle !== null && cycle.amount > 0;
  // PM-03: no card can pay from this country, so a paid plan does not renew either.
  const payable = canAddPaymentMethod || !costs;
  const autoRenew = payable && renewalOf(place.renew, !trial && !existing?.cancelAtPeriodEnd);
  const here: Partial<MeteredPlace> = { ...place, pay: trial ? undefined : 'now' };
  const updateUrl = (choices: typeof here) =>
    onMove(paths.subscription(family.key, { ...here, ...choices }), { replace: true });
  const chooseTrial = (wanted: boolean) => {
    setWantsTrial(wanted);
    updateUrl({ pay: wanted ? undefined : 'now', renew: undefined });
  };
  const changing = existing !== null && !existing.isTrial;

  const coupon = useCoupon({
    storedValue: place.coupon,
    intervalId: cycle?.intervalId ?? plan.id,
    enabled: costs,
    onStore: (value) => updateUrl({ coupon: value }),
  });
  const isChecking = coupon.verdict.kind === 'checking';
  const order = withCoupon(orderFor(choice, existing, trial, autoRenew), coupon.verdict);
  const quoted = useQuery({ ...quoteQuery(order), enabled: !isChecking });
  const paidOrder = orderFor(choice, existing, false, true);
  const paid = useQuery({ ...quoteQuery(paidOrder), enabled: trial });
  const quote = quoted.data;
  const bought = trial ? paid.data : quote;
  const stale = isChecking || quoted.isPlaceholderData || (trial && paid.isPlaceholderData);
  const returnPath = paths.subscription(family.key, here);
  const withoutAddress = user?.address === null && !trial && (quote?.amountDueCents ?? 0) > 0;
  const { submit, processing, failure, challenge } = usePurchase({
    order,
    about: { product: family.key, subscriptionId: existing?.id ?? null },
    pending,
    quote: stale ? undefined : quote,
    onMissingAddress: () => onMove(paths.address({ returnPath })),
    onChanged,
    onDone: (purchased) => onDone(purchased, { custom: plan.customBilling }),
  });

  usePreloadOrderFailure();
  const mustLookAgain = failure?.reason === 'LOOK_AGAIN';
  const orderState = processing ? 'running' : failure && !mustLookAgain ? 'refused' : null;
  useEffect(() => {
    onStateChange(orderState);
    return () => onStateChange(null);
  }, [onStateChange, orderState]);

  const losses = changing && !plan.customBilling ? lossesBetween(plans, existing.plan.id, plan.id, features) : null;
  const selection = cycle && selectionFor(plan, cycle, trial, null);
  const retry = () => {
    for (const query of [quoted, paid]) if (query.isError) void query.refetch();
  };
  const failed = (quoted.isError && !quote) || (trial && paid.isError && !paid.data);

  return (
    <div className={split.split}>
      <div className={split.stack}>
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
        {losses && <LossesNotice losses={losses} scheduledFor={quote?.scheduledFor} />}
        <DiscountEndsNotice quote={stale ? undefined : quote} />
        {plan.customBilling && (
          <AgreementNotice
            name={plan.displayName}
            existingName={existing?.plan.displayName}
            isPaid={isPaidPlan(existing)}
            emailVerified={user?.emailVerified ?? true}
          />
        )}
        {mayTry && <TrialChoice days={plan.trialDays} trial={trial} disabled={processing} onChange={chooseTrial} />}
        <Card as="ul" className={rows.rows}>
          {selection && (
            <RenewRow
              selection={selection}
              quote={stale ? undefined : quote}
              on={autoRenew}
              onChange={(on) => updateUrl({ renew: on ? 'on' : 'off' })}
              needsCard={trial && paymentMethod === null}
              canAddPaymentMethod={canAddPaymentMethod}
              payable={payable}
              disabled={processing}
            />
          )}
          {!plan.customBilling && (
            <PaymentRow
              notice={paymentNotice({ trial, card: paymentMethod, paymentMethodRequired: plan.paymentMethodRequired })}
              autoRenew={autoRenew}
              canAddPaymentMethod={canAddPaymentMethod}
              returnPath={returnPath}
            />
          )}
          <AddressRow to={addressPath(returnPath)} />
        </Card>
        {costs && couponField({ ...coupon, disabled: processing })}
      </div>
      {failed ? (
        <QuoteError
          error={quoted.error ?? paid.error}
          busy={quoted.isFetching || paid.isFetching}
          onRetry={retry}
          onCancel={onCancel}
          kind={family.kind}
        />
      ) : (
        <SummaryPanel
          title={
            <>
              <Trans>Summary</Trans>
              {trial && (
                <Badge tone="accent">
                  <Trans>{plan.trialDays}-day trial</Trans>
                </Badge>
              )}
            </>
          }
          stale={stale}
          pay={
            <>
              <PayButton
                action={
                  quote
                    ? primaryAction({
                        // the button of a trial also says Subscribe (IO-02)
                        trial: false,
                        trialDays: 0,
                        amountDueCents: quote.amountDueCents,
                        changesExisting: changing,
                        payable: canAddPaymentMethod,
                        addressPath: withoutAddress ? addressPath(returnPath) : null,
                        requests: plan.customBilling,
                      })
                    : null
                }
                disabled={
                  pending ||
                  mayStillSucceed(failure) ||
                  isOwned(choice, existing) ||
                  !isEligible(plan, user) ||
                  mayNotSubmit({
                    processing,
                    quoted: quote !== undefined && bought !== undefined && !stale,
                    trial,
                    paymentMethodRequired: plan.paymentMethodRequired,
                    hasCard: paymentMethod !== null,
                    payable: payable || quote?.amountDueCents === 0,
                  })
                }
                processing={processing}
                onPress={() => void submit()}
                full
                kind={family.kind}
              />
              <Button variant="quiet" full onClick={onCancel} disabled={processing}>
                <Trans>Cancel Changes</Trans>
              </Button>
            </>
          }
          then={
            quote &&
            !quote.customBilling && (
              <TimelineLines
                moments={timeline({ quote, held: existing, trial, storage: null, now: currentTime(account) })}
                name={plan.displayName}
              />
            )
          }
        >
          {quote && bought ? (
            <MeteredSummary
              choice={choice}
              quote={quote}
              bought={bought}
              trial={trial}
              changing={changing}
              withoutAddress={withoutAddress}
              taxUnknown={user?.address === null}
            />
          ) : (
            <QuoteSkeleton />
          )}
        </SummaryPanel>
      )}
    </div>
  );
};
