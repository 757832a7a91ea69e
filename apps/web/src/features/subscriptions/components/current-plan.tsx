import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ProductMark } from '../../../shared/catalogue/product-mark.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { endLine, isSwitchable, kindLabel, lockOf, renewalAction } from '../model/current-plan.ts';
import { refetchRenewal } from '../queries/refetch.ts';
import { useAutoRenew } from './auto-renew.ts';
import styles from './current-plan.module.css';
import { KindBadge } from './kind-badge.tsx';
import { PeriodEndLine } from './period-end-line.tsx';
import { planName } from './plan-name.ts';

/** Drops the change that waits for the end of the period, or lets a trial end. The plan continues (decision 15). */
const cancelScheduledChange = (subscriptionId: string) =>
  call('PATCH /api/subscription/subscriptions/:id', {
    params: { id: subscriptionId },
    body: { transitionAtEnd: false },
  });

/**
 * Cancels the pending change: a scheduled plan, or the continuation of a trial. `kept` stays true until another change
 * is pending.
 */
const useKeepPlan = ({ id, pendingChange }: Subscription, onKept: () => void) => {
  const client = useQueryClient();
  const [kept, setKept] = useState(false);
  const { state, run } = useAction(async () => {
    await cancelScheduledChange(pendingChange?.trialId ?? id).finally(() => refetchRenewal(client));
    setKept(true);
    onKept();
  });
  return {
    keep: () => void run(),
    keeping: state.kind === 'running',
    kept: kept && pendingChange === null,
    error: state.kind === 'failed' ? state.error : null,
  };
};

const { Part: ChangeFailure, usePreload: usePreloadFailure } = lazyPreloaded(
  async () => (await import('./change-failure.tsx')).ChangeFailure,
);
const MissingCondition = lazyNamed(async () => (await import('./change-failure.tsx')).MissingCondition);

// on demand, because it is shown after a click
const { Part: CancelPlan, usePreload: usePreloadCancel } = lazyPreloaded(
  async () => (await import('./cancel-plan.tsx')).CancelPlan,
);

/** A paid interval is part of the name. */
const isNamedAlone = ({ plan, isPrepaid, isTrial, isPromo, noExpiry }: Subscription): boolean =>
  plan.interval === 'free' || plan.customBilling || isPrepaid || isTrial || isPromo || noExpiry;

/** Badge of the current plan. */
export const HeldBadge = () => (
  <Badge tone="accent">
    <Trans>Current plan</Trans>
  </Badge>
);

interface CurrentPlanProps {
  subscription: Subscription;
  /** A trial lies over the plan, so that the plan is kept but not in effect (D9). */
  underTrial?: boolean;
  /** Limits of the plan with their use. By default the storage of the plan. */
  limits?: ReactNode;
}

/**
 * Current plan: name, kind, end date or Never Ends, and the auto-renew switch (DR-02, SU-05). A scheduled change is
 * shown with a button that cancels it.
 */
export const CurrentPlan = ({ subscription, underTrial = false, limits }: CurrentPlanProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  // focus, because the button or switch that had it is gone
  const toTitle = () => title.current?.focus();
  usePreloadFailure();
  usePreloadCancel();
  const { on, saving, missing, error, change } = useAutoRenew(subscription, toTitle);
  const keepPlan = useKeepPlan(subscription, toTitle);
  const { plan } = subscription;
  const label = kindLabel(subscription);
  const line = endLine(saving ? { ...subscription, renews: on && subscription.renewable } : subscription);
  const name = plan.displayName;
  const titleId = underTrial ? 'kept-plan' : 'current-plan';
  const errorId = `${titleId}-error`;
  const action = renewalAction(subscription, line, on);
  // a paused plan has no period to keep, so canceling ends it now
  const isSuspended = subscription.status === 'suspended';
  const isUnpaid = lockOf(subscription) === 'payment-open';
  const [step, setStep] = useState<'asks' | 'canceled' | null>(null);
  const keep = () => {
    setStep(null);
    toTitle();
  };
  const switchTo = (isOn: boolean) => {
    setStep(isOn ? null : 'canceled');
    toTitle();
    return change(isOn);
  };

  return (
    <Card as="section" className={styles.current} aria-labelledby={titleId}>
      <div className={styles.row}>
        <ProductMark product={subscription.product} size="lg" />
        <div className={styles.text}>
          <h2 className={styles.name} id={titleId} ref={title} tabIndex={-1}>
            {isNamedAlone(subscription) ? name : planName({ name, interval: plan.interval })}
            {underTrial ? (
              <Badge tone="accent">
                <Trans>You keep</Trans>
              </Badge>
            ) : (
              <HeldBadge />
            )}
            {label && <KindBadge label={label} />}
            {isUnpaid && (
              <Badge tone="bad" icon={CircleAlert}>
                <Trans>Payment Failed</Trans>
              </Badge>
            )}
          </h2>
          <p className={styles.line}>
            {limits ?? (plan.storageDisplay && <>{plan.storageDisplay} · </>)}
            {step === 'canceled' && action?.kind === 'resume' && !saving ? (
              <span role="status">
                {isUnpaid ? (
                  <Trans>
                    {name} is canceled. It ends on <DateText instant={action.until} />, or earlier if it stays unpaid.
                  </Trans>
                ) : (
                  <Trans>
                    {name} is canceled. You keep it until <DateText instant={action.until} />.
                  </Trans>
                )}
              </span>
            ) : (
              <PeriodEndLine line={line} bill={subscription.renewalBill} />
            )}
          </p>
          {subscription.isLegacy && line.kind === 'renews' && (
            <p className={styles.line}>
              <Trans>This is a legacy license: there are no updates, no fixes and no help for it any more.</Trans>
            </p>
          )}
        </div>
        {line.kind === 'changes' && (
          <Button
            size="sm"
            busy={keepPlan.keeping}
            busyLabel={<Trans>Saving…</Trans>}
            onClick={keepPlan.keep}
            aria-describedby={keepPlan.error === null ? undefined : errorId}
          >
            <Trans>Keep {name}</Trans>
          </Button>
        )}
        {isSwitchable(subscription, line) && (
          <div className={styles.renew}>
            <Trans>Auto-renew</Trans>
            <Switch
              checked={on}
              busy={saving}
              onChange={change}
              label={t`Auto-renew`}
              {...((missing || error !== null) && { describedBy: errorId })}
            />
          </div>
        )}
        {(action || isSuspended) && step !== 'asks' && (
          <Button
            size="sm"
            busy={saving}
            busyLabel={<Trans>Saving…</Trans>}
            onClick={() => (action?.kind === 'resume' ? void switchTo(true) : setStep('asks'))}
          >
            {action?.kind !== 'resume' ? (
              <Trans>Cancel plan</Trans>
            ) : subscription.isTrial ? (
              <Trans>Keep after the trial</Trans>
            ) : (
              <Trans>Resume plan</Trans>
            )}
          </Button>
        )}
      </div>
      {step === 'asks' && (action || isSuspended) && (
        <Suspense>
          <CancelPlan
            subscription={subscription}
            until={action?.until}
            isUnpaid={isUnpaid}
            onKeep={keep}
            onCancel={() => void switchTo(false)}
          />
        </Suspense>
      )}
      <div aria-live="polite" id={errorId}>
        <Suspense>
          {missing && (
            <p className={styles.error}>
              <MissingCondition of={missing} />
            </p>
          )}
          {error !== null && (
            <p className={styles.error}>
              <ChangeFailure error={error} isRenewal />
            </p>
          )}
          {keepPlan.error !== null && (
            <p className={styles.error}>
              <ChangeFailure error={keepPlan.error} />
            </p>
          )}
        </Suspense>
        {keepPlan.kept && (
          <p className={styles.line}>
            <Trans>The change is canceled. {name} continues.</Trans>
          </p>
        )}
      </div>
    </Card>
  );
};
