import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/notice.tsx';
import { CurrentPlan } from '../components/current-plan.tsx';
import { LockNotice } from '../components/lock-notice.tsx';
import { lockOf } from '../model/current-plan.ts';
import { FeatureColumns } from './feature-columns.tsx';
import { PackageChoice } from './package-choice.tsx';
import styles from './scope.module.css';
import { atLimit, type ScopeChoice, type Tier } from './scope-choice.ts';
import { ScopeDock } from './scope-dock.tsx';
import { TierChoice } from './tier-choice.tsx';
import type { ScopeData } from './use-scope.ts';

interface ChooseScopeProps {
  data: ScopeData;
  tiers: readonly Tier[];
  choice: ScopeChoice;
  trialDays: number | null;
  reviewPath: string;
  onChoose: (id: string | undefined) => void;
}

const pendingName = ({ plans }: ScopeData, existing: Subscription): string | null =>
  plans.find(({ id }) => id === existing.pendingChange?.planId)?.displayName ?? null;

/** Step 1: tier, package, what that can do (SP-01). */
export const ChooseScope = ({ data, tiers, choice, trialDays, reviewPath, onChoose }: ChooseScopeProps) => {
  const { existing, features, plans } = data;
  const lock = lockOf(existing);
  const full = atLimit(plans);
  return (
    <div className={styles.page}>
      {existing && <CurrentPlan subscription={existing} pendingName={pendingName(data, existing)} />}
      {lock && <LockNotice lock={lock} />}
      {!lock && (
        <>
          {full.length > 0 && (
            <Notice tone="info" title={<Trans>Some plans are left out</Trans>}>
              <p>
                <Trans>You have as many subscriptions to {full.join(', ')} as there can be.</Trans>
              </p>
            </Notice>
          )}
          <TierChoice tiers={tiers} choice={choice} onChoose={onChoose} />
          <PackageChoice tiers={tiers} choice={choice} onChoose={onChoose} />
          <FeatureColumns plan={choice.plan} features={features} />
          <ScopeDock
            choice={choice}
            owned={existing?.plan.intervalId === choice.cycle.intervalId && !existing.isTrial}
            changing={existing !== null}
            trialDays={trialDays}
            reviewPath={reviewPath}
            onCancel={() => onChoose(undefined)}
          />
        </>
      )}
    </div>
  );
};
