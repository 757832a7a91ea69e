import type { RuleContext } from '../decision/draft.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { pendingChangeOf } from '../state/scheduled-change.ts';
import { renewsAutomatically, trialReplacingPlan } from '../state/trial-and-renewal.ts';
import { afterStep, dueBoundaries, simulateBoundary, startSimulation, subjectOf } from './simulation.ts';

/**
 * Tells whether a subscription gets an invoice at its own end. A plan below a converting trial does not: the trial
 * moves it first (S7). A scheduled change always does, regardless of the renewal setting.
 */
const hasOwnEnd = (state: BillingState, context: RuleContext, subscription: Subscription): boolean =>
  (subscription.status === 'active' || subscription.status === 'trialing') &&
  (renewsAutomatically(state, subscription, context) || pendingChangeOf(state, subscription) !== undefined) &&
  trialReplacingPlan(state, subscription, context.settings) === undefined;

const endingOf = (state: BillingState, context: RuleContext): readonly Subscription[] =>
  state.subscriptions.filter((row) => hasOwnEnd(state, context, row));

/** Maximum of simulated boundaries: more than half a year next to sixty monthly plans. */
const MAX_BOUNDARIES = 400;

/** Lower maximum for results that every response contains: a year next to four monthly plans. */
const MAX_FOR_RESPONSES = 60;

/**
 * Simulates boundaries for which `isSimulated` holds, until each subscription in `asked` reached its end. Returns the
 * invoices made there, by subscription id.
 */
const simulateEnds = (
  state: BillingState,
  context: RuleContext,
  asked: readonly Subscription[],
  isSimulated: (subjectId: string | null) => boolean,
  limit = MAX_BOUNDARIES,
): ReadonlyMap<string, Invoice> => {
  const waiting = new Set<string | null>(asked.map(({ id }) => id));
  const invoices = new Map<string, Invoice>();
  let simulation = startSimulation(state);
  for (let steps = 0; steps < limit && waiting.size > 0; steps += 1) {
    const { state: then } = simulation;
    const due = dueBoundaries(then, context).filter((action) => isSimulated(subjectOf(then, action)));
    const [action] = due;
    if (!action || !due.some((other) => waiting.has(subjectOf(then, other)))) break;
    const step = simulateBoundary(simulation, action, context);
    const invoice = step.writes.invoices.find(({ id }) => step.writes.created.has(id));
    if (invoice && waiting.has(action.id)) invoices.set(action.id, invoice);
    waiting.delete(action.id);
    if (waiting.size > 0) simulation = afterStep(simulation, step, context);
  }
  return invoices;
};

/**
 * Invoice at the end of the current period or trial of each continuing subscription, by id, if every payment succeeds
 * and nothing is changed before. Runs the billing rules on a copy of the account, so that notices and quotes equal the
 * later receipts (BY-03, I26). Other plans are simulated too, because they use the same credit. No entry for plans that
 * are free, end, or wait for an undecided payment.
 */
export const forecastInvoices = (
  state: BillingState,
  context: RuleContext,
  asked: readonly Pick<Subscription, 'id'>[] = state.subscriptions,
): ReadonlyMap<string, Invoice> => {
  const ids = new Set(asked.map(({ id }) => id));
  const ending = endingOf(state, context).filter(({ id }) => ids.has(id));
  return simulateEnds(state, context, ending, () => true);
};

/** Cost of the next period after a renewal, a trial, a promotion or a scheduled change. */
export interface RenewalCost {
  /** Amount with tax, before account credit. 0 if the credit for the previous plan exceeds the price. */
  readonly cents: number;
  /** Invoice including the credit available by then. Null if it lies beyond the simulated time. */
  readonly invoice: Invoice | null;
}

/** Tells whether one plan's invoice may change the credit left for another plan's invoice. */
const sharesCredit = ({ account }: BillingState, invoices: readonly Invoice[]): boolean =>
  account.balanceCents !== 0 ||
  invoices.some(({ creditAddedCents, carriedCents }) => creditAddedCents + carriedCents > 0);

/**
 * Cost of the next period of each continuing subscription, by id. Without account credit plans are independent, so each
 * is simulated alone, with the plan below its trial; simulating all together is too slow for every response. With
 * credit they are simulated together, but only to the lower maximum.
 */
export const renewalCosts = (state: BillingState, context: RuleContext): ReadonlyMap<string, RenewalCost> => {
  const ending = endingOf(state, context);
  const alone = new Map(
    ending.flatMap((row): [string, Invoice][] => {
      const isSimulated = (subjectId: string | null) => subjectId === row.id || subjectId === row.resumesSubscriptionId;
      const invoice = simulateEnds(state, context, [row], isSimulated).get(row.id);
      return invoice ? [[row.id, invoice]] : [];
    }),
  );
  const invoices = sharesCredit(state, [...alone.values()])
    ? simulateEnds(state, context, ending, () => true, MAX_FOR_RESPONSES)
    : alone;
  return new Map(
    [...alone].map(([id, { totalCents }]) => [
      id,
      { cents: Math.max(0, totalCents), invoice: invoices.get(id) ?? null },
    ]),
  );
};
