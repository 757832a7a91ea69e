import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Draft, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import { announceEnd } from '../maintenance/announce-end.ts';
import { type DueAction, dueActions } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { ATTEMPT_LEASE_MS } from '../state/new-attempt.ts';
import { announceCard } from './announce-card.ts';
import { announcePeriod } from './announce-period.ts';
import { applyBoundary, type BoundaryStep, isBoundary } from './boundaries.ts';
import { releaseHeld } from './release-held.ts';

/** Result of one step of due work. `action` is null if nothing was due. */
export interface DueStep extends BoundaryStep {
  readonly action: DueAction | null;
}

const act = (draft: Draft, action: DueAction, wallNow: Instant): string | null => {
  if (isBoundary(action)) return applyBoundary(draft, action, wallNow);
  if (action.kind === 'challenge_end') {
    const attempt = draft.state.attempts.find((candidate) => candidate.id === action.id);
    // The lease makes one process responsible for ending the attempt at the gateway.
    return attempt ? put(draft, 'attempts', { ...attempt, leaseUntil: wallNow + ATTEMPT_LEASE_MS }).id : null;
  }
  if (action.kind === 'hold_release') {
    const held = draft.state.held.find((candidate) => candidate.id === action.id);
    return held ? releaseHeld(draft, held) : null;
  }
  if (action.kind === 'card_notice') {
    announceCard(draft);
    return null;
  }
  const subscription = draft.state.subscriptions.find((candidate) => candidate.id === action.id);
  if (!subscription) return null;
  if (action.kind === 'notice') announcePeriod(draft, subscription);
  else announceEnd(draft, subscription);
  return null;
};

/**
 * Does the earliest due action of an account, and only that. Each step is one transaction, so the next run continues
 * after a crash (INV-11). `wallNow` is the real time, for leases; `context.now` may come from a sandbox clock.
 */
export const runDue = (state: BillingState, context: RuleContext, wallNow: Instant): DueStep => {
  const action = dueActions(state, context)[0];
  const draft = startDraft(state, context);
  if (!action || action.at > context.now) return { action: null, writes: finish(draft), attemptId: null };
  const attemptId = act(draft, action, wallNow);
  return { action, writes: finish(draft), attemptId };
};
