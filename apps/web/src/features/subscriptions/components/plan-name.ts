import type { Interval } from '@foyer/contract/vocabulary/plans';
import { t } from '@lingui/core/macro';
import { intervalLabel } from '../interval-labels.ts';

interface PlanNameProps {
  name: string;
  interval: Interval;
  trialDays?: number | undefined;
}

/** Returns the name of a plan with its interval: `Starter, yearly`, or `Individual, 30-day trial`. */
export const planName = ({ name, interval, trialDays }: PlanNameProps): string =>
  trialDays === undefined ? `${name}, ${intervalLabel[interval]}` : t`${name}, ${trialDays}-day trial`;
