import type { AccountView } from '@foyer/contract/api/account';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { Quote, Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { currentTime } from '../../../lib/current-time.ts';
import { mayStillSucceed } from '../../../lib/failure.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { useUser } from '../../../shared/account/use-user.ts';
import { type CouponState, useCoupon } from '../../../shared/coupons/use-coupon.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { type OrderButtonSize, ReviewFrame } from '../../../shared/orders/review-frame.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { moneyText } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { renewalIntervalLabel } from '../interval-labels.ts';
import { outcomeOf } from '../model/done.ts';
import { isEligible } from '../model/eligible.ts';
import { isCardDeclined, isUnanswered } from '../model/failure.ts';
import { lossesBetween } from '../model/losses.ts';
import { changedBy, type Order, orderOf, type Purchased, renewalOf, withCoupon } from '../model/order.ts';
import { paymentNotice } from '../model/payment-notice.ts';
import { mayNotSubmit, primaryAction } from '../model/primary-action.ts';
import type { Selection } from '../model/selection.ts';
import { addressPath, cardPath } from '../model/setup-paths.ts';
import { isFree, timeline, trialReplacesPlanAt } from '../model/timeline.ts';
import { AddressRow } from './address-row.tsx';
import { FreeTimeNotice } from './free-time-notice.tsx';
import {
  LazyOrderFailure,
  LazyPendingOrder,
  usePreloadOrderFailure,
  usePreloadPendingOrder,
} from './lazy-order-failure.ts';
import { LossesNotice } from './losses-notice.tsx';
import { MoneyLines } from './money-lines.tsx';
import { AgreementLine, ListPriceLines, MoneySkeleton, QuotedLines } from './order-lines.tsx';
import { PayButton } from './pay-button.tsx';
import { PaymentRow } from './payment-row.tsx';
import { PlanChange } from './plan-change.tsx';
import { QuoteError } from './quote-error.tsx';
import { RenewRow } from './renew-row.tsx';
import { TimelineLines } from './timeline-lines.tsx';
import { TrialChoice } from './trial-choice.tsx';
import { UsageAbove } from './usage.tsx';
import { usePurchase } from './use-purchase.ts';

const quoteKey = (order: Order) => ['quote', order] as const;

/**
 * Price of the order now. Keeps the previous amounts while a new quote loads (`isPlaceholderData`), so that nothing
 * moves. Never cached between visits, because the button must show the amount of today.
 */
const quoteQuery = (order: Order) =>
  queryOptions<Quote>({
    queryKey: quoteKey(order),
    queryFn: ({ signal }) => call('POST /api/subscription/subscriptions/preview', { body: order }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 0,
  });

/** Text about a completed order of any product (DR-05, SP-04). */
const outcomeText = (...made: Parameters<typeof outcomeOf>): string => {
  const outcome = outcomeOf(...made);
  switch (outcome.kind) {
    case 'paid':
      return t`Paid ${moneyText(outcome.cents)}`;
    case 'trial-started':
      return t`Trial started`;
    case 'changed':
      return t`Plan changed`;
    case 'subscribed':
      return t`Subscribed`;
  }
};

/**
 * Says that the order ends an existing discount, because a plan has one discount at a time (CD-05). Shown before the
 * customer confirms.
 */
const DiscountEndsNotice = ({ quote }: { quote: Pick<Quote, 'discountEnded'> | undefined }) => {
  const ended = quote?.discountEnded;
  if (!ended) return null;
  return (
    <Notice tone="warn" title={<Trans>The discount you have ends</Trans>} titleAs="p">
      <p>
        <Trans>
          Your plan has one discount at a time. The {ended.percentage}% of {ended.displayCode} ends with this order.
        </Trans>
      </p>
    </Notice>
  );
};

// on demand, because most banks ask nothing
const ChallengeNotice = lazyNamed(() =>
  import('../../../shared/payments/challenge-notice.tsx').then((file) => file.ChallengeNotice),
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

/** Null before the order and after it is done. */
export type OrderState = 'running' | 'refused' | null;

interface OrderReviewProps {
  /** Family of the plan. Its kind decides some words (SP-02, SU-08, IO-02). */
  family: ShownFamily;
  selection: Selection;
  /** Current subscription. */
  existing: Subscription | null;
  account: Pick<AccountView, 'paymentMethod' | 'canAddPaymentMethod' | 'clock'>;
  /** Path of this review, to return from the card or address form. */
  returnPath: string;
  /** A payment for this is undecided, so nothing else can be bought (SU-08). */
  pending: boolean;
  /** Open bank challenges about an earlier order of this plan. The button of the bank is the primary one then. */
  questions: AccountView['openChallenges'];
  /** The page around shows the open bank challenges. */
  areQuestionsAbove?: boolean;
  /** The page chose the plan, so that there is nothing to cancel yet. */
  isUnchanged?: boolean;
  /** All plans with the texts of their features, to list what the chosen plan lacks. */
  plans: readonly TieredPlan[];
  words: readonly Feature[];
  /** Subscriptions to the plan that the account has, if the order adds another one to them. */
  heldCount?: number | undefined;
  /** Notice about this order. */
  notice?: ReactNode;
  /** Choice between trial and purchase, if the plan offers a trial (SP-02). */
  start?: { readonly days: number; readonly onChange: (trial: boolean) => void } | null;
  /** Coupon field (CD-05). A prop, because it belongs to another feature. */
  coupon: CouponSlot;
  /** Auto-renew in the address, like the coupon. */
  renewal: RenewalSlot;
  onCancel: () => void;
  /** Called after the order, with the text of its outcome. */
  onDone: (purchased: Purchased, outcomeText: string, startsTrial: boolean) => void;
  /** Opens the address form with a path back to this review. */
  onMissingAddress: (addressPath: string) => void;
  /** Reports the state of the order to a page that offers other choices beside it (DR-04). */
  onStateChange?: (state: OrderState) => void;
  /** Called when the shown data was outdated. */
  onChanged?: () => void;
}

/**
 * Review of an order of any kind of family: changes, prices now and later, card, and the order button (DR-04, SP-02,
 * IO-02). A metered family shows it below its plans, other families as a step.
 */
export const OrderReview = ({
  family,
  selection,
  existing,
  account,
  returnPath,
  pending,
  questions,
  areQuestionsAbove = false,
  isUnchanged = false,
  plans,
  words,
  heldCount,
  notice,
  start = null,
  coupon: { storedValue, onStore, field },
  renewal,
  onStateChange,
  onChanged,
  ...on
}: OrderReviewProps) => {
  const { card, offer, trial, isByAgreement = false } = selection;
  const { paymentMethod, canAddPaymentMethod } = account;
  const isStep = family.kind !== 'metered';
  const plan = plans.find(({ id }) => id === card.planId);
  const changed = changedBy(selection, existing, family.kind);
  usePreloadOrderFailure();
  usePreloadPendingOrder();
  const { user } = useUser();
  const costs = !trial && offer.amountCents > 0;
  const toAddress = addressPath(returnPath, costs && paymentMethod === null);
  // PM-03: no card can pay from this country, so a paid plan does not renew either.
  const payable = canAddPaymentMethod || !costs;
  const autoRenew = payable && renewalOf(renewal.storedValue, !trial && !existing?.cancelAtPeriodEnd);

  const coupon = useCoupon({ storedValue, intervalId: offer.intervalId, enabled: costs, onStore });
  const isChecking = coupon.verdict.kind === 'checking';
  const order = withCoupon(orderOf(selection, changed, autoRenew), coupon.verdict);
  const quoted = useQuery({ ...quoteQuery(order), enabled: !isChecking });
  const quote = quoted.data;
  // the summary of a metered plan also shows the price after the trial (IO-02)
  const isPricedLater = trial && !isStep;
  const later = useQuery({
    ...quoteQuery(orderOf({ ...selection, trial: false }, changed, true)),
    enabled: isPricedLater,
  });
  const stale = isChecking || quoted.isPlaceholderData || (isPricedLater && later.isPlaceholderData);
  const current = stale ? undefined : quote;
  const isQuoted = quote !== undefined && (!isPricedLater || later.data !== undefined);
  const failedQuotes = [quoted, ...(isPricedLater ? [later] : [])].filter(({ isError, data }) => isError && !data);

  const done = (purchased: Purchased) =>
    on.onDone(
      purchased,
      outcomeText(purchased, trial, changed !== null && !trial),
      trial && purchased.subscription.isTrial,
    );
  const { submit, processing, failure, challenge } = usePurchase({
    order,
    about: { product: family.key, subscriptionId: existing?.id ?? null },
    pending,
    quote: current,
    heldCount,
    onDone: done,
    onMissingAddress: () => on.onMissingAddress(toAddress),
    ...(onChanged && { onChanged }),
  });

  const isRefused = failure && !failure.isOfFirstOrder;
  const state = processing ? 'running' : isRefused ? 'refused' : null;
  useEffect(() => {
    onStateChange?.(state);
    return () => onStateChange?.(null);
  }, [onStateChange, state]);

  const resumed = !processing && !isRefused ? questions : [];
  // The order waits until the customer has answered the bank or canceled in its notice. An open receipt delays no order.
  const waitsForBank = challenge !== null || resumed.some(({ kind }) => kind === 'order');
  const amountDueCents = quote?.amountDueCents ?? 0;
  const { salesEmail } = config.contacts;
  const cannotPay = !canAddPaymentMethod && !trial && amountDueCents > 0;
  const withoutAddress = user?.address === null && !trial && amountDueCents > 0;
  // a screening needs the address, also for a trial (EX-01)
  const needsAddress = withoutAddress || (user?.address === null && trial && family.exportControl);
  const isBlocked = pending || mayStillSucceed(failure) || (plan !== undefined && !isEligible(plan, user));
  const lacksCard = card.paymentMethodRequired && paymentMethod === null && !trial;
  const losses = isByAgreement ? null : lossesBetween(plans, changed?.plan.id, card.planId, words);
  const lessFrom = trial ? current && trialReplacesPlanAt(current) : quote?.scheduledFor;
  const button = (size: OrderButtonSize) =>
    cannotPay && salesEmail ? (
      <LinkButton variant="primary" {...size} href={`mailto:${salesEmail}`}>
        <Trans>Contact sales</Trans>
      </LinkButton>
    ) : (
      <PayButton
        action={
          quote || (trial && isStep)
            ? primaryAction({
                // the button of a metered trial also says Subscribe (IO-02)
                trial: trial && isStep,
                trialDays: card.trial?.days ?? 0,
                amountDueCents,
                changesExisting: changed !== null,
                payable: canAddPaymentMethod,
                addressPath: needsAddress ? toAddress : null,
                cardPath: lacksCard && canAddPaymentMethod && !isBlocked ? cardPath(returnPath) : null,
                requests: isByAgreement,
              })
            : null
        }
        processing={processing}
        waitsForBank={waitsForBank}
        disabled={
          isBlocked ||
          mayNotSubmit({
            processing,
            quoted: isQuoted && !stale,
            trial,
            paymentMethodRequired: card.paymentMethodRequired,
            hasCard: paymentMethod !== null,
            payable: canAddPaymentMethod || amountDueCents === 0,
          })
        }
        onPress={() => void submit()}
        {...size}
        isSecond={challenge !== null || resumed.length > 0 || isCardDeclined(failure)}
        kind={family.kind}
      />
    );

  return (
    <ReviewFrame
      title={
        isStep ? (
          <Trans>Estimated cost</Trans>
        ) : (
          <>
            <Trans>Summary</Trans>
            {trial && plan && (
              <Badge tone="accent">
                <Trans>{plan.trialDays}-day trial</Trans>
              </Badge>
            )}
          </>
        )
      }
      stale={stale}
      amounts={
        quote && isQuoted ? (
          <MoneyLines
            quote={quote}
            afterTrial={isPricedLater ? later.data : undefined}
            isUnpayable={cannotPay}
            onlyIfKept={autoRenew ? undefined : renewalIntervalLabel[offer.interval]}
            withoutAddress={withoutAddress}
            isTaxUnknown={user?.address === null}
            hasTotal={!isStep && changed === null}
          >
            {quote.customBilling ? (
              <AgreementLine name={card.name} />
            ) : isStep || changed || !plan ? (
              <QuotedLines quote={quote} withoutAddress={withoutAddress} />
            ) : (
              <ListPriceLines
                plan={plan}
                quote={later.data && isPricedLater ? later.data : quote}
                isYearly={offer.interval === 'yearly'}
                withoutAddress={withoutAddress}
              />
            )}
          </MoneyLines>
        ) : (
          <MoneySkeleton />
        )
      }
      then={
        quote &&
        !quote.customBilling &&
        !cannotPay && (
          <TimelineLines
            moments={timeline({ quote, held: changed, trial, storage: card.storage, now: currentTime(account) })}
            name={card.name}
          />
        )
      }
      button={button}
      below={
        // the bank's question has a Cancel, which gives the order up
        !waitsForBank &&
        !isUnchanged && (
          <Button variant="quiet" full onClick={on.onCancel} disabled={processing}>
            {isStep ? <Trans>Cancel</Trans> : <Trans>Cancel Changes</Trans>}
          </Button>
        )
      }
      due={
        quote && isQuoted
          ? {
              label: withoutAddress ? (
                <Trans>Subtotal</Trans>
              ) : cannotPay ? (
                <Trans>Total</Trans>
              ) : (
                <Trans>Due today</Trans>
              ),
              cents: withoutAddress ? quote.subtotal - quote.discount : cannotPay ? quote.total : amountDueCents,
            }
          : null
      }
      failed={
        failedQuotes.length > 0 ? (
          <QuoteError
            error={failedQuotes[0]?.error}
            busy={failedQuotes.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const { refetch } of failedQuotes) void refetch();
            }}
            onCancel={on.onCancel}
            kind={family.kind}
          />
        ) : undefined
      }
    >
      <div className={split.stack}>
        {!areQuestionsAbove && !processing && !isRefused && (
          <ResumedChallenges open={questions} isOrderShown onConfirmed={(bought) => done(bought as Purchased)} />
        )}
        {challenge && (
          <Suspense>
            <ChallengeNotice challenge={challenge} />
          </Suspense>
        )}
        {failure && !(pending && isUnanswered(failure)) && (
          <Suspense>
            <LazyOrderFailure failure={failure} kind={family.kind} />
          </Suspense>
        )}
        {isStep && pending && !processing && !mayStillSucceed(failure) && (
          <Suspense>
            <LazyPendingOrder />
          </Suspense>
        )}
        {failure?.reason !== 'ALREADY_HELD' && notice}
        {start && <TrialChoice {...start} trial={trial} disabled={processing} />}
        {isStep && plan && (
          <PlanChange
            existing={existing}
            existingPlan={plans.find(({ id }) => id === existing?.plan.id)}
            selection={selection}
            scheduledFor={quote?.scheduledFor}
          />
        )}
        <FreeTimeNotice existing={existing} trial={trial} quote={current} />
        {losses && (!trial || lessFrom) && (
          <LossesNotice losses={losses} scheduledFor={lessFrom}>
            {plan && <UsageAbove product={family.key} gets={plan.details} />}
          </LossesNotice>
        )}
        <DiscountEndsNotice quote={current} />
        <Card as="ul" className={rows.rows}>
          {!isByAgreement && (
            <>
              {payable && (canAddPaymentMethod || !trial) && (
                <RenewRow
                  selection={selection}
                  quote={current}
                  on={autoRenew}
                  onChange={(isOn) => renewal.onStore(isOn ? 'on' : 'off')}
                  needsCard={trial && paymentMethod === null}
                  disabled={processing}
                />
              )}
              <PaymentRow
                notice={paymentNotice({
                  trial,
                  card: paymentMethod,
                  paymentMethodRequired: card.paymentMethodRequired,
                  free: quote !== undefined && isFree(quote) && !trial,
                })}
                autoRenew={autoRenew}
                canAddPaymentMethod={canAddPaymentMethod}
                isDeclined={isCardDeclined(failure)}
                returnPath={returnPath}
              />
            </>
          )}
          <AddressRow to={toAddress} />
        </Card>
        {costs && payable && field({ ...coupon, disabled: processing })}
      </div>
    </ReviewFrame>
  );
};
