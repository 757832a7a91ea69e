import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type DueStep, runDue } from '@foyer/domain/renewals/run-due';
import type { InBillingTransaction } from '../billing/ports.ts';
import type { SendAttempt } from '../payments/charge.ts';
import type { SendAttempts } from '../payments/charge-batch.ts';
import type { Platform } from '../platform.ts';

interface AccountDependencies {
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
}

interface DueDependencies extends AccountDependencies {
  readonly sendAttempts: SendAttempts;
}

/** Runs the earliest due action of an account. The rules decide under the lock; the gateway is called after the commit. */
export const makeRunAccount =
  ({ ruleContext, wallNow }: Platform, { inTransaction, sendAttempt }: AccountDependencies) =>
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

interface ClaimedBatch {
  readonly claimed: readonly AccountId[];
  /** Attempts to send. Null if the rows of the batch could not be stored together. */
  readonly toSend: readonly AttemptId[] | null;
}

/**
 * Runs the first transaction of a batch: claims accounts, loads them together, decides each by the rule, and stores the
 * decisions with one statement for each table. All decisions are stored, or none.
 */
const decideBatch = async (
  failed: ReadonlySet<AccountId>,
  platform: Platform,
  needs: DueDependencies,
): Promise<ClaimedBatch> => {
  const { inTransaction } = needs;
  const { ruleContext, wallNow } = platform;
  let claimed: readonly AccountId[] = [];
  try {
    const steps = await inTransaction(async (store): Promise<DueStep[]> => {
      claimed = [];
      claimed = await store.claimDue(BATCH, [...failed]);
      if (claimed.length === 0) return [];
      const loaded = new Map((await store.lockAccounts(claimed)).map((one) => [one.state.account.id, one]));
      // Keeps the order of `claimed`: longest due first.
      const decided = claimed.flatMap((id) => {
        const found = loaded.get(id);
        return found ? [runDue(found.state, ruleContext(found.now), wallNow())] : [];
      });
      await store.storeAll(decided.map(({ writes }) => writes));
      return decided;
    });
    return { claimed, toSend: steps.flatMap(({ attemptId }) => attemptId ?? []) };
  } catch (error) {
    if (claimed.length === 0) throw error;
    return { claimed, toSend: null };
  }
};

/** Batches in progress at the same time. While one waits for the database or gateway, another continues. */
const BATCHES_AT_ONCE = 3;

/**
 * Runs due work of accounts without a sandbox clock until none is left. Several workers may run, because a claimed account is
 * locked and others skip it. Each transaction does one action per account. A batch that fails runs again, one account at a
 * time, so that one bad account does not stop the rest.
 */
export const makeRunDueWork = (platform: Platform, needs: DueDependencies) => {
  const runAccount = makeRunAccount(platform, needs);
  return async (isStopping: () => boolean = () => false, onBatch: () => void = () => {}): Promise<number> => {
    let done = 0;
    /** Accounts that are not claimed: those that failed, and those that run one at a time. */
    const excluded = new Set<AccountId>();
    const oneByOne = async (claimed: readonly AccountId[]): Promise<void> => {
      for (const accountId of claimed) excluded.add(accountId);
      for (const accountId of claimed) {
        if (isStopping()) return;
        try {
          await runAccount(accountId);
          done += 1;
          excluded.delete(accountId);
        } catch (error) {
          platform.onFault(error, `due work of ${accountId}`);
        }
      }
    };
    const drains: Promise<void>[] = [];
    const failures: unknown[] = [];
    const open = (): void => {
      // Each rejection is caught at once: an unhandled one would end the process (INV-25).
      if (drains.length < BATCHES_AT_ONCE) drains.push(drain().catch((error: unknown) => void failures.push(error)));
    };
    const drain = async (): Promise<void> => {
      while (!isStopping()) {
        const { claimed, toSend } = await decideBatch(excluded, platform, needs);
        if (claimed.length === 0) return;
        if (claimed.length === BATCH) open();
        if (toSend) {
          await needs.sendAttempts(toSend);
          done += claimed.length;
        } else await oneByOne(claimed);
        onBatch(); // a backlog may take hours, and must not look like work that has stopped
      }
    };
    open();
    // only a running drain starts another one, so none starts after the last has ended
    for (const drained of drains) await drained;
    if (failures.length > 0) throw failures[0];
    return done;
  };
};
