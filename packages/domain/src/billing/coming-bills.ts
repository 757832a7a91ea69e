import type { RuleContext } from './draft.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { afterStep, dueBoundaries, onPaper, stepTo, subjectOf } from './on-paper.ts';
import { comingChangeOf } from './scheduled-change.ts';
import { goesOnByItself, replacingTrialOf } from './trial-over.ts';

/**
 * A trial's end may move a plan (S7), so that what comes for it is not a renewal: what is replaced has no bill of its own.
 * Where a change waits, it has, whatever the renewal of what is held would be.
 */
const hasOwnEnd = (state: BillingState, context: RuleContext, subscription: Subscription): boolean =>
  (subscription.status === 'active' || subscription.status === 'trialing') &&
  (goesOnByItself(state, subscription, context) || comingChangeOf(state, subscription) !== undefined) &&
  replacingTrialOf(state, subscription, context.settings) === undefined;

const endingOf = (state: BillingState, context: RuleContext): readonly Subscription[] =>
  state.subscriptions.filter((row) => hasOwnEnd(state, context, row));

/** More than half a year beside sixty monthly plans. */
const LONGEST = 400;

/** A year beside four monthly plans: what every answer can afford. */
const NEAR = 60;

/** Plays the boundaries of those whose `isPlayed` holds until each of `asked` has come to its own; gives the bills of these. */
const play = (
  state: BillingState,
  context: RuleContext,
  asked: readonly Subscription[],
  isPlayed: (subjectId: string | null) => boolean,
  longest = LONGEST,
): ReadonlyMap<string, Invoice> => {
  const waiting = new Set<string | null>(asked.map(({ id }) => id));
  const bills = new Map<string, Invoice>();
  let paper = onPaper(state);
  for (let steps = 0; steps < longest && waiting.size > 0; steps += 1) {
    const { state: then } = paper;
    const due = dueBoundaries(then, context).filter((action) => isPlayed(subjectOf(then, action)));
    const [action] = due;
    if (!action || !due.some((other) => waiting.has(subjectOf(then, other)))) break;
    const step = stepTo(paper, action, context);
    const bill = step.writes.invoices.find(({ id }) => step.writes.created.has(id));
    if (bill && waiting.has(action.id)) bills.set(action.id, bill);
    waiting.delete(action.id);
    if (waiting.size > 0) paper = afterStep(paper, step, context);
  }
  return bills;
};

/**
 * The bill at the end of the present period or trial of each subscription that goes on, by its id, if every payment succeeds
 * and nobody changes anything before. Nothing is worked out here: the account is played once, by the rules that will make the
 * bills, so what notices and reviews say of them is what the receipts say (BY-03, I26). Other plans are played along, because
 * they use the same credit. What has none is free, ends, or waits for a payment that is not decided.
 */
export const comingBills = (
  state: BillingState,
  context: RuleContext,
  asked: readonly Pick<Subscription, 'id'>[] = state.subscriptions,
): ReadonlyMap<string, Invoice> => {
  const ids = new Set(asked.map(({ id }) => id));
  const ending = endingOf(state, context).filter(({ id }) => ids.has(id));
  return play(state, context, ending, () => true);
};

/** What the bill of a renewal, or of what a trial, a promotion or a change goes on as, comes to. */
export interface RenewalCost {
  /** Tax included and before credit; 0 where nothing is charged because more comes back for the plan before. */
  readonly cents: number;
  /** With the credit that will be there by then; null when that lies too far ahead to be foretold. */
  readonly bill: Invoice | null;
}

/** Whether what one plan's bill takes or gives may change what another's leaves to pay. */
const sharesCredit = ({ account }: BillingState, bills: readonly Invoice[]): boolean =>
  account.balanceCents !== 0 || bills.some(({ creditAddedCents, carriedCents }) => creditAddedCents + carriedCents > 0);

/**
 * What each of those bills comes to. Credit left aside, plans have nothing to do with each other: each is played alone,
 * with the plan that its trial lies over, for a year of many monthly plans would be too much for every answer. Only where
 * there is credit are they played together, and not so far.
 */
export const renewalCosts = (state: BillingState, context: RuleContext): ReadonlyMap<string, RenewalCost> => {
  const ending = endingOf(state, context);
  const alone = new Map(
    ending.flatMap((row): [string, Invoice][] => {
      const isPlayed = (subjectId: string | null) => subjectId === row.id || subjectId === row.resumesSubscriptionId;
      const bill = play(state, context, [row], isPlayed).get(row.id);
      return bill ? [[row.id, bill]] : [];
    }),
  );
  const bills = sharesCredit(state, [...alone.values()]) ? play(state, context, ending, () => true, NEAR) : alone;
  return new Map(
    [...alone].map(([id, { totalCents }]) => [id, { cents: Math.max(0, totalCents), bill: bills.get(id) ?? null }]),
  );
};
