import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { ProductMark } from '../../../ui/product-mark.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type EndLine, endLine, kindLabel } from '../model/current-plan.ts';
import { useAutoRenew } from './auto-renew.ts';
import styles from './current-plan.module.css';
import { KindBadge } from './kind-badge.tsx';
import { usePlanName } from './plan-name.ts';

const Ending = ({ line }: { line: EndLine }) => {
  switch (line.kind) {
    case 'never':
      return <Trans>Never Ends</Trans>;
    case 'renews':
      if (line.cents === null)
        return (
          <Trans>
            Renews <DateText instant={line.on} />
          </Trans>
        );
      return line.cents > 0 ? (
        <Trans>
          Renews <DateText instant={line.on} /> for <Money cents={line.cents} /> including tax
        </Trans>
      ) : (
        <Trans>
          Renews <DateText instant={line.on} />, free
        </Trans>
      );
    case 'trial-ends':
      return (
        <Trans>
          Trial ends <DateText instant={line.on} />. Nothing is charged then.
        </Trans>
      );
    case 'ends':
      return (
        <Trans>
          Ends <DateText instant={line.on} />. Nothing is charged then.
        </Trans>
      );
    case 'unknown':
      return <Trans>End date not available</Trans>;
  }
};

interface CurrentPlanProps {
  subscription: Subscription;
  /** Name of the plan a scheduled change leads to, when it is known. */
  pendingName: string | null;
}

/** What the account has now: name, kind, end date or Never Ends, and the switch that acts at once (DR-02, SU-05). */
export const CurrentPlan = ({ subscription, pendingName }: CurrentPlanProps) => {
  const { t } = useLingui();
  const planName = usePlanName();
  const { on, saving, failed, change } = useAutoRenew(subscription);
  const { plan, pendingChange } = subscription;
  const label = kindLabel(subscription);
  const line = endLine({ ...subscription, renews: on });
  const switchable = !subscription.isPrepaid && line.kind !== 'never';

  return (
    <Card as="section" className={styles.current} aria-labelledby="current-plan">
      <div className={styles.row}>
        <ProductMark product={subscription.product} size="lg" />
        <div className={styles.text}>
          <h2 className={styles.name} id="current-plan">
            {plan.interval === 'free' || subscription.isTrial || line.kind === 'never'
              ? plan.displayName
              : planName({ name: plan.displayName, interval: plan.interval })}
            <Badge tone="accent">
              <Trans>Current plan</Trans>
            </Badge>
            {label && <KindBadge label={label} />}
          </h2>
          <p className={styles.line}>
            {plan.storageDisplay && <>{plan.storageDisplay} · </>}
            <Ending line={line} />
          </p>
          {pendingChange && (
            <p className={styles.line}>
              {pendingName ? (
                <Trans>
                  Changes to {pendingName} on <DateText instant={pendingChange.applyAt} />.
                </Trans>
              ) : (
                <Trans>
                  Changes on <DateText instant={pendingChange.applyAt} />.
                </Trans>
              )}
            </p>
          )}
        </div>
        {switchable && (
          <div className={styles.renew}>
            <Trans>Auto-renew</Trans>
            <Switch
              checked={on}
              busy={saving}
              onChange={change}
              label={t`Auto-renew`}
              {...(failed && { describedBy: 'auto-renew-error' })}
            />
          </div>
        )}
      </div>
      <div aria-live="polite" id="auto-renew-error">
        {failed && <p className={styles.error}>{failed}</p>}
      </div>
    </Card>
  );
};
