import {
  type BillingWrites,
  type Draft,
  dropHeld,
  finish,
  put,
  queueMail,
  type RuleContext,
  startDraft,
} from '../decision/draft.ts';
import type { BillingState } from '../state/entities.ts';
import type { HeldRedemption } from '../state/promotion-entities.ts';

/** Releases a held code or promotion unused and mails the customer. The code can then be used again. */
export const releaseHeld = (draft: Draft, held: HeldRedemption): null => {
  if (held.kind === 'prepaid') put(draft, 'freedCoupons', { redemptionId: held.id });
  else put(draft, 'released', held);
  dropHeld(draft, held.id);
  queueMail(draft, 'held_released', { facts: { name: held.name } });
  return null;
};

/** Releases all given redemptions as a separate decision. */
export const releaseAll = (
  state: BillingState,
  held: readonly HeldRedemption[],
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  for (const row of held) releaseHeld(draft, row);
  return finish(draft);
};
