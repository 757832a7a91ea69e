import type { HeldRedemption } from '../promotions/entities.ts';
import { type BillingWrites, type Draft, finish, mail, type RuleContext, startDraft } from './draft.ts';
import type { BillingState } from './entities.ts';

/** Gives a code or promotion back unused and says so: it can be used again, by whoever has it. */
export const releaseHeld = (draft: Draft, held: HeldRedemption): null => {
  if (held.kind === 'prepaid') draft.freedCoupons.push({ redemptionId: held.id });
  else draft.released.push(held);
  draft.state = { ...draft.state, held: draft.state.held.filter(({ id }) => id !== held.id) };
  mail(draft, 'held_released', { facts: { name: held.name } });
  return null;
};

/** The same as a decision of its own. */
export const releaseAll = (
  state: BillingState,
  held: readonly HeldRedemption[],
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  for (const row of held) releaseHeld(draft, row);
  return finish(draft);
};
