import type { Instant } from '@foyer/contract/vocabulary/instants';
import { priceById } from '../catalogue/catalogue.ts';
import { allowsSeveral } from '../catalogue/family.ts';
import type { RuleContext } from '../decision/draft.ts';
import {
  afterPaid,
  afterStep,
  dueBoundaries,
  isFreeForNow,
  type SimulatedBoundary,
  type Simulation,
  simulateBoundary,
  subjectOf,
} from '../renewals/simulation.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { isRequested } from '../state/status.ts';
import type { PlacedOrder } from './order.ts';

/**
 * `renews`: the same plan for another period. `starts`: a scheduled change takes effect. `continues`: a trial or
 * promotion becomes a paid plan. `trial_ends`, `ends`: nothing follows.
 */
type UpcomingEventKind = 'renews' | 'starts' | 'continues' | 'trial_ends' | 'ends';

/** Future event that an order causes, with its invoice if there is one. */
export interface UpcomingEvent {
  readonly kind: UpcomingEventKind;
  readonly at: Instant;
  /** True for the ordered plan. False for the plan below the ordered trial, which keeps its own events (D9). */
  readonly ordered: boolean;
  readonly priceId: string;
  readonly invoice: Invoice | null;
}

/** Maximum of simulated boundaries: more than two years next to ten monthly plans. */
const MAX_BOUNDARIES = 400;

const kindOf = (
  { action, writes }: SimulatedBoundary,
  before: Subscription,
  after: Subscription,
): UpcomingEventKind => {
  if (after.endedAt !== null && after.endReason !== 'converted')
    return action.kind === 'trial_end' ? 'trial_ends' : 'ends';
  if (action.kind === 'trial_end') return 'continues';
  if (writes.changes.some(({ subscriptionId, status }) => subscriptionId === after.id && status === 'applied'))
    return 'starts';
  return before.source === 'promotion' ? 'continues' : 'renews';
};

const eventOf = (step: SimulatedBoundary, before: Subscription, orderedId: string): UpcomingEvent | null => {
  const { action, writes } = step;
  const after = writes.subscriptions.find(({ id }) => id === action.id);
  if (!after) return null;
  return {
    kind: kindOf(step, before, after),
    at: step.at,
    ordered: action.id === orderedId,
    priceId: after.priceId,
    invoice: writes.invoices.find(({ id }) => writes.created.has(id)) ?? null,
  };
};

/**
 * Subscriptions whose events are listed. In a family with one subscription: the ordered plan with its trial or the plan
 * below. In a family with several: only the ordered plan, because its plans are independent.
 */
const subjectsOf = ({ state }: Simulation, ordered: Subscription, { catalogue }: RuleContext): Set<string | null> =>
  new Set(
    state.subscriptions
      .filter(
        ({ id, product }) => id === ordered.id || (product === ordered.product && !allowsSeveral(catalogue, ordered)),
      )
      .map(({ id }) => id),
  );

/** Tells whether the order costs something, now or at the end of a period. */
const costs = ({ invoice, subscription, writes }: PlacedOrder, { catalogue }: RuleContext): boolean =>
  invoice !== null ||
  writes.changes.some(
    ({ subscriptionId, status, toPriceId }) =>
      status === 'pending' &&
      subscriptionId === subscription.id &&
      (priceById(catalogue, toPriceId)?.amountCents ?? 0) > 0,
  );

/**
 * Lists the events after an order, if every payment succeeds and nothing is changed. The list ends at the first renewal
 * or end of the ordered plan and of the plan below it; if a coupon makes that renewal free, at the first charge. Every
 * event is computed by the rules that run at that boundary (BY-03, I26). Empty for a request, which causes nothing, and
 * for a paid order without an address, because its tax and the acceptance of cards are unknown.
 */
export const forecastCharges = (state: BillingState, placed: PlacedOrder, context: RuleContext): UpcomingEvent[] => {
  if (isRequested(placed.subscription)) return [];
  if (state.billTo === null && costs(placed, context)) return [];
  let simulation = afterPaid(state, placed, context);
  const waiting = subjectsOf(simulation, placed.subscription, context);
  const listedFree = new Set<string>();
  const coming: UpcomingEvent[] = [];
  for (let steps = 0; steps < MAX_BOUNDARIES; steps += 1) {
    const due = dueBoundaries(simulation.state, context);
    const [action] = due;
    const { state: then } = simulation;
    if (!action || !due.some((other) => waiting.has(subjectOf(then, other)))) break;
    const step = simulateBoundary(simulation, action, context);
    const before = then.subscriptions.find(({ id }) => id === action.id);
    const event = before && waiting.has(before.id) ? eventOf(step, before, placed.subscription.id) : null;
    if (before && event) {
      const isFree = event.invoice !== null && isFreeForNow(simulation, event.invoice);
      // Several free months in a row are one event.
      if (!isFree || !listedFree.has(before.id)) coming.push(event);
      if (isFree) listedFree.add(before.id);
      // A scheduled change renews or ends later, and a converted trial does so in the plan below: wait for that too.
      if (event.kind !== 'starts' && !isFree) waiting.delete(before.id);
      if (event.kind === 'continues') waiting.delete(before.resumesSubscriptionId);
    }
    simulation = afterStep(simulation, step, context);
  }
  return coming;
};
