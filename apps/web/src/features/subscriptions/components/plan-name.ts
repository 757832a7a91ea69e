import type { Interval } from '@foyer/contract/vocabulary/plans';
import { useLingui } from '@lingui/react/macro';
import { intervalLabel } from '../interval-labels.ts';

interface PlanNameProps {
  name: string;
  interval: Interval;
  trialDays?: number | undefined;
}

/** Returns the name of a plan with its interval: `Starter, yearly`, or `Individual, 30-day trial`. */
export const usePlanName = () => {
  const { i18n, t } = useLingui();
  return ({ name, interval, trialDays }: PlanNameProps): string =>
    trialDays === undefined ? `${name}, ${i18n._(intervalLabel[interval])}` : t`${name}, ${trialDays}-day trial`;
};
