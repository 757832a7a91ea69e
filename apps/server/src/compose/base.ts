import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { catalogueIn } from '@foyer/domain/catalogue/in-language';
import { makeHashEmail } from '../adapters/hash-email.ts';
import { newId } from '../adapters/new-id.ts';
import { makePasswordHasher } from '../adapters/password-hasher.ts';
import { makeAccountReads } from '../adapters/postgres/account-reads.ts';
import { makeBillingReads } from '../adapters/postgres/billing-reads.ts';
import { makeBillingTransaction } from '../adapters/postgres/billing-store.ts';
import { makeClockStore } from '../adapters/postgres/clock-store.ts';
import type { Sql } from '../adapters/postgres/database.ts';
import { makeIdentityStore } from '../adapters/postgres/identity-store.ts';
import { makePurchaseReads } from '../adapters/postgres/purchase-reads.ts';
import { makeRestoredCharges } from '../adapters/postgres/restored-backup.ts';
import { makeScreeningReads } from '../adapters/postgres/review-rows.ts';
import { makeSecurityWrites } from '../adapters/postgres/security-writes.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { deriveKeys, deriveTokenKeys } from '../derive-keys.ts';
import { makeConfirmAtProvider } from '../services/identity/confirm-at-provider.ts';
import { makeConfirmPassword } from '../services/identity/confirm-password.ts';
import { makeCountLoginAttempt } from '../services/identity/count-login-attempt.ts';
import { makeLinkTokens } from '../services/identity/link-tokens.ts';
import { makeOriginFacts } from '../services/identity/origin-facts.ts';
import type { SecurityWrites } from '../services/identity/ports.ts';
import { makeRenewHash } from '../services/identity/renew-hash.ts';
import { makeRenewTokens } from '../services/identity/renew-tokens.ts';
import { makeStepUpFailed } from '../services/identity/step-up-failed.ts';
import { makeTokens } from '../services/identity/tokens.ts';
import { mailboxOf } from '../services/mailbox-of.ts';
import { makeThrowUnlessSucceeded } from '../services/payments/throw-unless-succeeded.ts';
import type { Platform } from '../services/platform.ts';
import { viewClock } from '../services/sandbox/sandbox-clock.ts';
import { makeScreenAccount } from '../services/screening/open-review.ts';
import { composeHooks } from './hooks.ts';
import type { ComposeNeeds } from './needs.ts';

/** Makes the stores and functions that several subjects share. */
export const composeBase = async (needs: ComposeNeeds) => {
  const { database, wallNow, settings, secrets } = needs;
  const { enqueueMails, enqueueDetachments } = needs.queue;
  const { deliverHook, announceEntitlements } = composeHooks(needs);
  const hashEmail = makeHashEmail(deriveKeys(secrets, 'email hash'), mailboxOf);
  const billingStore = { database, wallNow, hashEmail, enqueueMails, enqueueDetachments, announceEntitlements };
  /** Transaction with the writes of every security change, and further rows of the use case. */
  const inSecurityTransaction =
    <Rows extends object>(rows: (sql: Sql) => Rows) =>
    <T>(work: (tx: SecurityWrites & Rows) => Promise<T>): Promise<T> =>
      database.transaction((sql) =>
        work({ ...makeSecurityWrites(sql, { newEventId: () => newId('audit'), enqueueMails }), ...rows(sql) }),
      );
  const clocks = makeClockStore(database, () => newId('clock'));
  const screening = makeScreeningReads(database);
  const identity = makeIdentityStore(database, () => newId('audit'));
  const hasher = await makePasswordHasher(needs.passwordCost);
  const renewHash = makeRenewHash({ hasher, replaceHash: identity.replaceHash });
  const tokens = makeTokens(deriveTokenKeys(secrets));
  const platform: Platform = {
    wallNow,
    newId,
    ruleContext: (now, language = 'en') => ({
      now,
      newId,
      catalogue: catalogueIn(language, needs.catalogue()),
      settings,
    }),
    originFacts: makeOriginFacts(describeDevice),
    wait: needs.wait ?? ((ms) => sleep(ms)),
    kick: needs.kick,
    onFault: needs.onFault,
  };
  const stepUpFailed = makeStepUpFailed(platform, { inTransaction: inSecurityTransaction(() => ({})) });
  const countLoginAttempt = makeCountLoginAttempt(identity);
  return {
    ...needs,
    platform,
    deliverHook,
    billingStore,
    inTransaction: makeBillingTransaction(billingStore),
    reads: makeBillingReads(billingStore),
    restoredCharges: makeRestoredCharges(database),
    accountReads: makeAccountReads(database),
    purchases: makePurchaseReads(database),
    throwUnlessSucceeded: makeThrowUnlessSucceeded(needs.gateway),
    screening,
    screenAccount: makeScreenAccount(screening, needs.screenParty),
    clocks,
    clockOf: async (accountId: AccountId) => {
      const clock = await clocks.ofAccount(accountId);
      return clock && viewClock(clock);
    },
    inSecurityTransaction,
    identity,
    hasher,
    renewHash,
    tokens,
    renewTokens: makeRenewTokens(tokens),
    linkTokens: makeLinkTokens(deriveKeys(secrets, 'link token')),
    stepUpFailed,
    confirmPassword: needs.oidc
      ? makeConfirmAtProvider(platform, { store: identity })
      : makeConfirmPassword(platform, { store: identity, countLoginAttempt, hasher, renewHash, stepUpFailed }),
  };
};

/** Settings, stores and functions that every part of the composition gets. */
export type Base = Awaited<ReturnType<typeof composeBase>>;

/** Part of the base that the commands of operators need. The command line makes only this one. */
export type CommandBase = Pick<
  Base,
  'database' | 'billingStore' | 'screenParty' | 'gateway' | 'hasher' | 'secrets' | 'platform' | 'onCatalogue' | 'hooks'
> & { readonly queue: Pick<JobQueue, 'enqueueMails' | 'enqueueHooks' | 'dropMails'> };
