import type { TieredPlan } from '@foyer/contract/api/plans';
import type { BillingCycle, Subscription } from '@foyer/contract/api/shapes';
import { type Billing, cycleFor } from '../model/tiered-card.ts';
import type { UnavailableReason } from '../model/unavailable-choice.ts';

/** Query parameters of the page. */
export interface MeteredPlace {
  readonly plan: string | undefined;
  /** `now`: pay at once instead of taking the offered trial. */
  readonly pay: string | undefined;
  readonly coupon: string | undefined;
  readonly renew: string | undefined;
}

export interface MeteredChoice {
  plan: TieredPlan;
  /** Null for a plan that is billed by use. */
  cycle: BillingCycle | null;
  billing: Billing;
  /** Id for the address, so that the choice survives a detour to the card form. */
  id: string;
  /** The address names the trial of the plan, by the id of the trial. */
  trial: boolean;
}

const choiceFor = (plan: TieredPlan, billing: Billing, trial = false): MeteredChoice => {
  const cycle = cycleFor(plan, billing) ?? null;
  return { plan, cycle, billing, id: cycle?.intervalId ?? plan.id, trial };
};

const namedChoice = (plans: readonly TieredPlan[], id: string | undefined): MeteredChoice | null => {
  for (const plan of plans) {
    const cycle = plan.billingCycles.find(({ intervalId }) => intervalId === id);
    if (cycle) return choiceFor(plan, cycle.interval === 'monthly' ? 'monthly' : 'yearly');
    if (plan.id === id) return choiceFor(plan, 'yearly');
    if (plan.trialId === id && plan.billingCycles.length > 0) return choiceFor(plan, 'yearly', true);
  }
  return null;
};

/**
 * Choice for the id in the address, which is a plan, interval or trial (DR-01, DR-06); else the current plan; else the
 * first plan, yearly.
 */
export const choiceOf = (
  plans: readonly TieredPlan[],
  wanted: string | undefined,
  existing: Pick<Subscription, 'plan'> | null,
): MeteredChoice | null => {
  const own = existing ? (namedChoice(plans, existing.plan.intervalId) ?? namedChoice(plans, existing.plan.id)) : null;
  const [first] = plans;
  return namedChoice(plans, wanted) ?? own ?? (first ? choiceFor(first, 'yearly') : null);
};

/**
 * Explains why the page shows another plan than the URL names, or cannot order that plan; null when it can.
 * @param request open request for a plan, which no operator has accepted (S23)
 * @param outdated something was bought since the choice was shown
 */
export const explainUnavailableMeteredChoice = (
  plans: readonly TieredPlan[],
  wanted: string | undefined,
  choice: MeteredChoice,
  existing: Subscription | null,
  request: Subscription | null,
  outdated: boolean,
): UnavailableReason | 'requested' | null => {
  if (wanted !== undefined && namedChoice(plans, wanted) === null) return 'unknown';
  if (wanted === undefined && !outdated) return null;
  if (isOwned(choice, request)) return 'requested';
  if (isOwned(choice, existing)) return 'held';
  if (isScheduled(choice, existing)) return 'waits';
  if (choice.trial && existing?.isTrial && existing.plan.id === choice.plan.id) return 'held';
  if (choice.trial && !offersTrial(choice, existing)) return 'trial';
  return outdated ? 'changed' : null;
};

/** Id in the address of another plan or interval. */
export const idFor = (plan: TieredPlan, billing: Billing): string => choiceFor(plan, billing).id;

/** Returns whether the choice is the current plan, so that there is nothing to order. */
export const isOwned = (choice: MeteredChoice, existing: Subscription | null): boolean =>
  existing !== null &&
  !existing.isTrial &&
  existing.plan.id === choice.plan.id &&
  (choice.cycle === null || existing.plan.intervalId === choice.cycle.intervalId);

/**
 * Returns whether the choice is already scheduled for the end of the period. Ordering it again would only send sales
 * another request. The continuation of a trial is not scheduled in this sense: the customer can have the plan today
 * (S8).
 */
export const isScheduled = ({ plan, cycle }: MeteredChoice, existing: Subscription | null): boolean => {
  const change = existing?.pendingChange;
  return (
    change?.planId === plan.id && change.trialId === null && (cycle === null || change.interval === cycle.interval)
  );
};

/** Returns whether the choice is only the plan of the running trial, which the customer did not choose to buy. */
export const isOnlyTrialled = (
  { plan }: Pick<MeteredChoice, 'plan'>,
  wanted: string | undefined,
  existing: Pick<Subscription, 'plan' | 'isTrial'> | null,
): boolean => wanted === undefined && (existing?.isTrial ?? false) && existing?.plan.id === plan.id;

/**
 * Returns whether a trial is offered. Only without a metered plan, because the trial would run beside that plan and end
 * (D9).
 */
export const offersTrial = ({ cycle }: MeteredChoice, existing: Subscription | null): boolean =>
  existing === null && (cycle?.hasTrial ?? false);
