import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { runDue } from '@foyer/domain/billing/run-due';
import type { SendAttempt } from './charge.ts';
import type { InBillingTransaction } from './ports.ts';

export interface DueNeeds {
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
  readonly onFault: (error: unknown, accountId: AccountId) => void;
}

/** One account's earliest due action; `store` decides under the lock, the gateway is asked after the commit. */
export const makeRunAccount =
  ({ inTransaction, sendAttempt, ruleContext, wallNow }: DueNeeds) =>
  async (accountId: AccountId, at?: Instant): Promise<boolean> => {
    const step = await inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      if (!loaded) return null;
      const decision = runDue(loaded.state, ruleContext(at ?? loaded.now), wallNow());
      await store.store(decision.writes);
      return decision;
    });
    if (step?.attemptId) await sendAttempt(step.attemptId);
    return step?.action != null;
  };

const BATCH = 100;

/**
 * Does what is due by the present for accounts without a sandbox clock, until nothing is. Any number of workers may run:
 * a claimed account is locked and passed over by the others. An account that fails is logged and does not stop the rest.
 */
export const makeRunDueWork = (needs: DueNeeds) => {
  const runAccount = makeRunAccount(needs);
  return async (): Promise<number> => {
    let done = 0;
    const failed = new Set<AccountId>();
    for (;;) {
      const claimed = await needs.inTransaction((store) => store.claimDue(BATCH));
      const fresh = claimed.filter((id) => !failed.has(id));
      if (fresh.length === 0) return done;
      for (const accountId of fresh) {
        try {
          await runAccount(accountId);
          done += 1;
        } catch (error) {
          failed.add(accountId);
          needs.onFault(error, accountId);
        }
      }
    }
  };
};
