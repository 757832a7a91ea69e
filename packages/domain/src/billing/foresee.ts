import type { Instant } from '@foyer/contract/vocabulary/instants';
import { priceById } from '../catalogue/catalogue.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import {
  afterPaid,
  afterStep,
  dueBoundaries,
  isFreeForNow,
  type Paper,
  type PaperStep,
  stepTo,
  subjectOf,
} from './on-paper.ts';
import type { Placed } from './order.ts';

/**
 * `renews`: the same plan for another period. `starts`: a plan that was waiting for this day. `continues`: a trial or a
 * promotion goes on as a paid plan. `trial_ends` and `ends`: nothing goes on.
 */
type ComingKind = 'renews' | 'starts' | 'continues' | 'trial_ends' | 'ends';

/** One thing that an order leads to, with its bill when there is one. */
export interface ComingEvent {
  readonly kind: ComingKind;
  readonly at: Instant;
  /** About what is ordered; else about the plan of the same product that goes on beside it (D9). */
  readonly ordered: boolean;
  readonly priceId: string;
  readonly bill: Invoice | null;
}

/** More than two years beside ten monthly plans: what comes later than that is of no use to anybody today. */
const LONGEST = 400;

const kindOf = ({ action, writes }: PaperStep, before: Subscription, after: Subscription): ComingKind => {
  if (after.endedAt !== null && after.endReason !== 'converted')
    return action.kind === 'trial_end' ? 'trial_ends' : 'ends';
  if (action.kind === 'trial_end') return 'continues';
  if (writes.changes.some(({ subscriptionId, status }) => subscriptionId === after.id && status === 'applied'))
    return 'starts';
  return before.source === 'promotion' ? 'continues' : 'renews';
};

const eventOf = (step: PaperStep, before: Subscription, orderedId: string): ComingEvent | null => {
  const { action, writes } = step;
  const after = writes.subscriptions.find(({ id }) => id === action.id);
  if (!after) return null;
  return {
    kind: kindOf(step, before, after),
    at: step.at,
    ordered: action.id === orderedId,
    priceId: after.priceId,
    bill: writes.invoices.find(({ id }) => writes.created.has(id)) ?? null,
  };
};

/** Of drive and IoT there is one plan, with a trial perhaps; scope's stand side by side and have nothing to do with each other. */
const subjectsOf = ({ state }: Paper, ordered: Subscription): Set<string | null> =>
  new Set(
    state.subscriptions
      .filter(({ id, product }) => id === ordered.id || (product === ordered.product && product !== 'scope'))
      .map(({ id }) => id),
  );

/** Now, or at the end of a period that it waits for. */
const costs = ({ invoice, subscription, writes }: Placed, { catalogue }: RuleContext): boolean =>
  invoice !== null ||
  writes.changes.some(
    ({ subscriptionId, status, toPriceId }) =>
      status === 'pending' &&
      subscriptionId === subscription.id &&
      (priceById(catalogue, toPriceId)?.amountCents ?? 0) > 0,
  );

/**
 * What happens after an order, in order, if it is placed, every payment succeeds and nobody changes anything: up to the
 * first renewal or the end of what is ordered and of the plan it stands beside; where a coupon leaves nothing of that
 * renewal, of those behind it the first that charges is told too. Other products are played along, because
 * they use the same credit. Nothing is worked out here: each event is what the rules do at that boundary (BY-03, I26).
 * Without an address nobody can pay for it, and neither its tax nor whether a card may be charged there is known: nothing
 * is told of what costs something.
 */
export const foresee = (state: BillingState, placed: Placed, context: RuleContext): ComingEvent[] => {
  if (state.billTo === null && costs(placed, context)) return [];
  let paper = afterPaid(state, placed, context);
  const waiting = subjectsOf(paper, placed.subscription);
  const told = new Set<string>();
  const coming: ComingEvent[] = [];
  for (let steps = 0; steps < LONGEST; steps += 1) {
    const due = dueBoundaries(paper.state, context);
    const [action] = due;
    const { state: then } = paper;
    if (!action || !due.some((other) => waiting.has(subjectOf(then, other)))) break;
    const step = stepTo(paper, action, context);
    const before = then.subscriptions.find(({ id }) => id === action.id);
    const event = before && waiting.has(before.id) ? eventOf(step, before, placed.subscription.id) : null;
    if (before && event) {
      const isFree = event.bill !== null && isFreeForNow(paper, event.bill);
      // Free months in a row are one line.
      if (!isFree || !told.has(before.id)) coming.push(event);
      if (isFree) told.add(before.id);
      // What starts that day renews or ends later; a trial that continues does so in the plan below it.
      if (event.kind !== 'starts' && !isFree) waiting.delete(before.id);
      if (event.kind === 'continues') waiting.delete(before.resumesSubscriptionId);
    }
    paper = afterStep(paper, step, context);
  }
  return coming;
};
