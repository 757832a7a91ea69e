import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type FailureCounter, isNotificationDue, type LockoutPolicy } from '@foyer/domain/identity/lockout';
import type { Platform } from '../platform.ts';
import type { Origin, Principal, SecurityWrites } from './ports.ts';
import { notifyOwner } from './security-mail.ts';

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: SecurityWrites) => Promise<T>) => Promise<T>;
}

export interface FailedStepUp {
  readonly counter: FailureCounter;
  readonly policy: LockoutPolicy;
  readonly now: Instant;
}

/**
 * Records a wrong password or code before a sensitive change. A lock is mailed to the owner, because the session may be in
 * other hands.
 */
export const makeStepUpFailed =
  ({ originFacts }: Platform, { inTransaction }: Dependencies) =>
  (principal: Principal, origin: Origin, { counter, policy, now }: FailedStepUp): Promise<void> =>
    inTransaction(async (tx) => {
      const { userId, accountId, sessionId } = principal;
      const type = counter.lockedUntil === null ? 'step_up_failed' : 'step_up_locked';
      await tx.record({ ...origin, type, accountId, sessionId });
      if (!isNotificationDue(counter, policy)) return;
      const user = await tx.lockUser(userId);
      if (user) await tx.mail(notifyOwner('step_up_locked', user, now, originFacts(origin)));
    });

export type StepUpFailed = ReturnType<typeof makeStepUpFailed>;
