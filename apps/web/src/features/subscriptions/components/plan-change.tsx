import type { Plan, Subscription } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import { ArrowRight, Plus } from 'lucide';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Selection } from '../model/selection.ts';
import styles from './plan-change.module.css';
import { planName } from './plan-name.ts';

interface PlanChangeProps {
  existing: Subscription | null;
  /** Current plan, if it is still listed. */
  existingPlan: Pick<Plan, 'details'> | undefined;
  selection: Selection;
  /** Start of a change that waits for the end of a paid period; null for at once, undefined while unknown. */
  scheduledFor: string | null | undefined;
}

const PlanLimits = ({
  storage,
  keys,
  sharing,
}: {
  storage: string | null;
  keys: number | null;
  sharing?: string | null;
}) => (
  <span>
    {storage}
    {keys !== null && (
      <>
        {' · '}
        <Plural value={keys} one="# key" other="# keys" />
      </>
    )}
    {sharing && <> · {sharing}</>}
  </span>
);

const StartDate = ({ scheduledFor }: { scheduledFor: string | null | undefined }) => {
  if (scheduledFor === undefined) return <Skeleton width={72} />;
  return scheduledFor ? (
    <Trans>
      From <DateText instant={scheduledFor} />
    </Trans>
  ) : (
    <Trans>From today</Trans>
  );
};

const Title = ({ trial, changing }: { trial: boolean; changing: boolean }) => {
  if (trial) return <Trans>Your trial</Trans>;
  return changing ? <Trans>Your change</Trans> : <Trans>Your plan</Trans>;
};

/** Compares the current plan with the chosen one. Without a current plan only the chosen one is shown. A trial is added to the current plan (D9). */
export const PlanChange = ({ existing, existingPlan, selection, scheduledFor }: PlanChangeProps) => {
  const { card, offer, trial } = selection;
  const trialDays = trial ? card.trial?.days : undefined;
  const limits = existingPlan?.details;
  const sharing = existing && card.sharing === limits?.sharingType?.displayValue ? null : card.sharing;
  return (
    <Card as="section" pad aria-labelledby="your-change">
      <h2 className={styles.title} id="your-change">
        <Title trial={trial} changing={existing !== null} />
      </h2>
      <div className={cx(styles.change, !existing && styles.alone)}>
        {existing && (
          <>
            <div className={styles.side}>
              <span className={styles.startDate}>{trial ? <Trans>You keep</Trans> : <Trans>Now</Trans>}</span>
              <b>
                {existing.isTrial ? (
                  <Trans>{existing.plan.displayName}, trial</Trans>
                ) : (
                  planName({
                    name: existing.plan.displayName,
                    // a promotion has a yearly price but costs nothing
                    interval: existing.isPromo ? 'free' : existing.plan.interval,
                  })
                )}
              </b>
              <PlanLimits storage={existing.plan.storageDisplay} keys={limits?.accessKeyLimit?.value ?? null} />
            </div>
            <Icon of={trial ? Plus : ArrowRight} size={20} />
          </>
        )}
        <div className={cx(styles.side, styles.to)}>
          <span className={styles.startDate}>
            <StartDate scheduledFor={scheduledFor} />
          </span>
          <b>{planName({ name: card.name, interval: offer.interval, trialDays })}</b>
          <PlanLimits storage={card.storage} keys={card.accessKeys} sharing={sharing} />
        </div>
      </div>
    </Card>
  );
};
