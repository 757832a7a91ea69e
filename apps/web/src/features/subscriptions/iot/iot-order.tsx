import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { later } from '../../../lib/later.ts';
import { paths } from '../../../lib/paths.ts';
import { useCoupon } from '../../../lib/queries/use-coupon.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { SummaryPanel } from '../../../ui/summary.tsx';
import { AddressRow } from '../components/address-row.tsx';
import { CostTrouble } from '../components/cost-trouble.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LossesNotice } from '../components/losses-notice.tsx';
import { PaymentRow } from '../components/payment-row.tsx';
import { QuoteSkeleton } from '../components/quote-lines.tsx';
import { RenewRow } from '../components/renew-row.tsx';
import type { CouponSlot } from '../components/review-order.tsx';
import { TimelineLines } from '../components/timeline-lines.tsx';
import { usePurchase } from '../components/use-purchase.ts';
import { lossesBetween } from '../model/losses.ts';
import { withCoupon } from '../model/order.ts';
import { paymentNotice } from '../model/payment-notice.ts';
import { mayNotSubmit } from '../model/primary-action.ts';
import { selectionFor } from '../model/tiered-card.ts';
import { timeline } from '../model/timeline.ts';
import '../order-texts.ts';
import { quoteQuery } from '../queries/quote.ts';
import { TrialChoice } from '../tiered/trial-choice.tsx';
import { AgreementNotice } from './agreement-notice.tsx';
import { type IotChoice, iotPath, isOwned, mayTake, offersTrial, orderFor } from './iot-choice.ts';
import { IotSummary } from './iot-summary.tsx';
import type { IotData } from './use-iot.ts';

// most banks ask for nothing
const BankNotice = later(() => import('../../../ui/bank-notice.tsx').then((file) => file.BankNotice));

interface IotOrderProps {
  data: IotData;
  choice: IotChoice;
  /** A payment for this is not decided yet: nothing more is bought meanwhile (SU-08). */
  pending: boolean;
  coupon: CouponSlot;
  /** While an order runs, nothing else on the page is chosen (DR-04). */
  onBusy: (busy: boolean) => void;
  onMove: (to: string) => void;
  onCancel: () => void;
  onChanged: () => void;
  onDone: (facts: { custom: boolean }) => void;
}

/** How it starts, what it costs, which card, and the one button (IO-02). */
export const IotOrder = ({
  data: { plans, features, existing, account, user },
  choice,
  pending,
  coupon: { kept, onKeep, field },
  onBusy,
  onMove,
  onCancel,
  onChanged,
  onDone,
}: IotOrderProps) => {
  const { plan, cycle } = choice;
  const { paymentMethod, canAddPaymentMethod } = account;
  const mayTry = offersTrial(choice, existing);
  // whoever comes with a coupon comes to buy
  const [wantsTrial, setWantsTrial] = useState(kept === undefined);
  const trial = mayTry && wantsTrial;
  const [renewal, setRenewal] = useState<{ trial: boolean; on: boolean }>();
  const autoRenew = renewal?.trial === trial ? renewal.on : !trial;
  const changing = existing !== null && !existing.isTrial;

  const costs = !trial && cycle !== null && cycle.amount > 0;
  const coupon = useCoupon({ kept, intervalId: cycle?.intervalId ?? plan.id, enabled: costs, onKeep });
  const isChecking = coupon.verdict.kind === 'checking';
  const order = withCoupon(orderFor(choice, existing, trial, autoRenew), coupon.verdict);
  const quoted = useQuery({ ...quoteQuery(order), enabled: !isChecking });
  const paidOrder = orderFor(choice, existing, false, true);
  const paid = useQuery({ ...quoteQuery(paidOrder), enabled: trial });
  const quote = quoted.data;
  const bought = trial ? paid.data : quote;
  const stale = isChecking || quoted.isPlaceholderData || (trial && paid.isPlaceholderData);
  const returnPath = iotPath(choice.id, kept);
  const { submit, processing, failure, challenge } = usePurchase({
    order,
    quote: stale ? undefined : quote,
    onMissingAddress: () => onMove(paths.address({ returnPath })),
    onChanged,
    onDone: () => onDone({ custom: plan.customBilling }),
  });

  useEffect(() => {
    onBusy(processing);
    return () => onBusy(false);
  }, [onBusy, processing]);

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
            <BankNotice challenge={challenge} />
          </Suspense>
        )}
        {failure && <FailureNotice failure={failure} />}
        {losses && <LossesNotice losses={losses} scheduledFor={quote?.scheduledFor} />}
        {plan.customBilling && (
          <AgreementNotice
            name={plan.displayName}
            existingName={existing?.plan.displayName}
            scheduledFor={quote?.scheduledFor}
          />
        )}
        {mayTry && <TrialChoice days={plan.trialDays} trial={trial} disabled={processing} onChange={setWantsTrial} />}
        <Card as="ul" className={rows.rows}>
          {selection && (
            <RenewRow
              selection={selection}
              quote={stale ? undefined : quote}
              on={autoRenew}
              onChange={(on) => setRenewal({ trial, on })}
              needsCard={trial && paymentMethod === null}
              canAddPaymentMethod={canAddPaymentMethod}
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
          <AddressRow address={user.address} returnPath={returnPath} />
        </Card>
        {costs && field({ ...coupon, disabled: processing })}
      </div>
      {failed ? (
        <CostTrouble
          error={quoted.error ?? paid.error}
          busy={quoted.isFetching || paid.isFetching}
          onRetry={retry}
          onCancel={onCancel}
        />
      ) : (
        <SummaryPanel
          title={
            <>
              <Trans>Summary</Trans>
              {trial && (
                <>
                  {' '}
                  <Badge tone="accent">
                    <Trans>{plan.trialDays}-day trial</Trans>
                  </Badge>
                </>
              )}
            </>
          }
          stale={stale}
          pay={
            <>
              <Button
                variant="primary"
                size="lg"
                full
                disabled={
                  !processing &&
                  (pending ||
                    failure?.kind === 'undecided' ||
                    isOwned(choice, existing) ||
                    !mayTake(plan, user) ||
                    mayNotSubmit({
                      processing,
                      quoted: quote !== undefined && bought !== undefined && !stale,
                      trial,
                      paymentMethodRequired: plan.paymentMethodRequired,
                      hasCard: paymentMethod !== null,
                    }))
                }
                busy={processing}
                busyLabel={changing ? <Trans>Changing…</Trans> : <Trans>Subscribing…</Trans>}
                onClick={() => void submit()}
              >
                {changing ? <Trans>Confirm Changes</Trans> : <Trans>Subscribe</Trans>}
              </Button>
              <Button variant="quiet" full onClick={onCancel} disabled={processing}>
                <Trans>Cancel Changes</Trans>
              </Button>
            </>
          }
          then={
            quote && (
              <TimelineLines
                moments={timeline({ quote, trial, storage: null })}
                name={plan.displayName}
                custom={quote.customBilling}
              />
            )
          }
        >
          {quote && bought ? (
            <IotSummary
              choice={choice}
              quote={quote}
              bought={bought}
              trial={trial}
              changing={changing}
              address={user.address}
            />
          ) : (
            <QuoteSkeleton />
          )}
        </SummaryPanel>
      )}
    </div>
  );
};
