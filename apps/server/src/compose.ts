import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import type { BillingSettings } from '@foyer/domain/billing/settings';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { newId } from './adapters/new-id.ts';
import { makePasswordHasher } from './adapters/password-hasher.ts';
import { makeCreateToken } from './adapters/payment-gateway/sandbox/sandbox-gateway.ts';
import { makeBillingReads } from './adapters/postgres/billing-reads.ts';
import { makeBillingTransaction } from './adapters/postgres/billing-store.ts';
import { makeClockStore } from './adapters/postgres/clock-store.ts';
import type { Database } from './adapters/postgres/database.ts';
import { makeIdempotencyStore } from './adapters/postgres/idempotency-store.ts';
import { makeIdentityStore } from './adapters/postgres/identity-store.ts';
import { makeMailbox } from './adapters/postgres/mailbox.ts';
import { makePeople } from './adapters/postgres/people.ts';
import type { JobQueue } from './adapters/queue/job-queue.ts';
import { defaultPayee, mailBrand } from './brands.ts';
import { secretFor } from './config.ts';
import type { Services } from './http/services.ts';
import { makeAddCard } from './services/billing/add-card.ts';
import { makeSendAttempt } from './services/billing/charge.ts';
import { makeListPlans } from './services/billing/list-plans.ts';
import { makePayReceipt } from './services/billing/pay-receipt.ts';
import { makePlaceOrder, makeToggleRenewal } from './services/billing/place-order.ts';
import type { PaymentGateway } from './services/billing/ports.ts';
import { makePreviewOrder } from './services/billing/preview-order.ts';
import {
  makeListReceipts,
  makeListSubscriptions,
  makeReadAccount,
  makeReadReceipt,
  makeReadSubscription,
} from './services/billing/read-account.ts';
import { makeRecoverAttempts, makeRunAccount, makeRunDueWork } from './services/billing/run-due-work.ts';
import { makeSubjectOutcome } from './services/billing/subject-outcome.ts';
import { makeAdvanceClocks, makeAdvanceTo, makeRequestAdvance, viewClock } from './services/clock/sandbox-clock.ts';
import { makeRunOnce } from './services/idempotency/run-once.ts';
import { makeAuthenticate, makeLoadMe } from './services/identity/authenticate.ts';
import { makeRefreshSession } from './services/identity/refresh-session.ts';
import { makeSignIn } from './services/identity/sign-in.ts';
import { makeSignOut } from './services/identity/sign-out.ts';
import { makeTokens } from './services/identity/tokens.ts';
import { makeSendBillingMail } from './services/mail/send-billing-mail.ts';

export interface ComposeNeeds {
  readonly database: Database;
  /** The sandbox gateway's own connection (billing.md §4). */
  readonly sandboxDatabase: Database;
  readonly gateway: PaymentGateway;
  readonly queue: Pick<JobQueue, 'enqueueMails'>;
  readonly catalogue: () => Catalogue;
  readonly settings: BillingSettings;
  readonly secret: string;
  readonly publicUrl: string;
  readonly wallNow: () => Instant;
  /** Something for an operator to look at, with what it was about. */
  readonly onFault: (error: unknown, about: string) => void;
  /** How the pauses between tries of a silent gateway are spent; tests have better things to do. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Wakes the worker, because there is something to do now. */
  readonly kick: () => void;
}

/** The background work, one function each; the worker calls them in turn. */
export interface Work {
  readonly runDueWork: () => Promise<number>;
  readonly recoverAttempts: () => Promise<number>;
  readonly advanceClocks: () => Promise<boolean>;
  /** Brings an account's clock to a moment at once, with what is due on the way. */
  readonly advanceTo: (accountId: AccountId, to: Instant) => Promise<void>;
  readonly sendBillingMail: ReturnType<typeof makeSendBillingMail>;
}

/** Joins use-cases to adapters: for the running server and, with other needs, for the tests. */
export const compose = async (
  needs: ComposeNeeds,
): Promise<{ services: Services; work: Work; hasher: Awaited<ReturnType<typeof makePasswordHasher>> }> => {
  const { database, gateway, wallNow, settings, onFault } = needs;
  const emailKey = secretFor(needs.secret, 'email hash');
  const hashEmail = (email: string) =>
    createHmac('sha256', emailKey).update(email.trim().toLowerCase()).digest('base64url');
  const ruleContext = (now: Instant): RuleContext => ({ now, newId, catalogue: needs.catalogue(), settings });
  const storeNeeds = { database, wallNow, hashEmail };
  const inTransaction = makeBillingTransaction({ ...storeNeeds, enqueueMails: needs.queue.enqueueMails });
  const reads = makeBillingReads(storeNeeds);
  const people = makePeople(database);
  const clocks = makeClockStore(database, () => newId('clock'));
  const identity = makeIdentityStore(database, () => newId('audit'));
  const hasher = await makePasswordHasher();
  const tokens = makeTokens(needs.secret);
  const mailbox = gateway.name === 'sandbox' ? makeMailbox(database) : null;

  const wait = needs.wait ?? ((ms: number) => sleep(ms));
  const sendAttempt = makeSendAttempt({ reads, inTransaction, gateway, ruleContext, wait });
  const dueNeeds = {
    inTransaction,
    sendAttempt,
    ruleContext,
    wallNow,
    onFault: (error: unknown, accountId: AccountId) => onFault(error, `due work of ${accountId}`),
  };
  const runAccount = makeRunAccount(dueNeeds);
  const advanceTo = makeAdvanceTo(clocks, runAccount);
  const clockOf = async (accountId: AccountId) => {
    const clock = await clocks.ofAccount(accountId);
    return clock && viewClock(clock);
  };
  const readNeeds = { reads, clockOf, ruleContext, payee: defaultPayee };
  const orderNeeds = { inTransaction, sendAttempt, ruleContext, wallNow };
  const readReceipt = makeReadReceipt(readNeeds);
  const readSubscription = makeReadSubscription(readNeeds);

  const services: Services = {
    signIn: makeSignIn({
      store: identity,
      hasher,
      tokens,
      newSessionId: () => newId('session'),
      wallNow,
      secret: secretFor(needs.secret, 'failure counters'),
    }),
    refreshSession: makeRefreshSession({ store: identity, tokens, wallNow }),
    signOut: makeSignOut(identity),
    authenticate: makeAuthenticate({ store: identity, tokens, wallNow }),
    loadMe: makeLoadMe({ store: identity, tokens, wallNow }),
    readAccount: makeReadAccount(readNeeds),
    listReceipts: makeListReceipts(readNeeds),
    readReceipt,
    payReceipt: makePayReceipt({ reads, inTransaction, sendAttempt, ruleContext, wallNow, payee: defaultPayee }),
    addCard: makeAddCard({
      inTransaction,
      gateway,
      gatewayCustomer: people.gatewayCustomer,
      sendAttempt,
      ruleContext,
      newId,
      wallNow,
      addressFirst: (brand) => brand === 'scope',
    }),
    taxRate: async (accountId, postalCode, country) => {
      const loaded = await reads.account(accountId);
      return reads.taxRatePpm(country ?? loaded?.state.billTo?.country ?? 'US', postalCode, loaded?.now ?? wallNow());
    },
    browserConfig: gateway.browserConfig,
    listPlans: makeListPlans({ reads, ruleContext }),
    listSubscriptions: makeListSubscriptions(readNeeds),
    readSubscription,
    placeOrder: makePlaceOrder(orderNeeds),
    toggleRenewal: makeToggleRenewal(orderNeeds),
    previewOrder: makePreviewOrder({ reads, ruleContext }),
    subjectOutcome: makeSubjectOutcome(reads),
    runOnce: makeRunOnce(makeIdempotencyStore(database)),
    clockOf: clocks.ofAccount,
    createClock: clocks.create,
    requestAdvance: makeRequestAdvance(clocks, needs.kick),
    createToken: makeCreateToken(needs.sandboxDatabase),
    mailbox,
    wallNow,
    ready: () =>
      Promise.race([
        database.query('SELECT 1 AS one').then(
          () => true,
          () => false,
        ),
        sleep(READY_WITHIN_MS, false, { ref: false }),
      ]),
  };

  const takeLost = async (limit: number): Promise<AttemptId[]> => {
    // Saving a card charges nothing: one that died is closed, and the customer simply saves it again.
    await database.query(
      `UPDATE payment_attempts SET status = 'errored', decided_at = now(), lease_until = NULL
       WHERE status = 'sending' AND kind = 'setup' AND lease_until < now()`,
    );
    const rows = await database.query<{ id: AttemptId }>(
      `UPDATE payment_attempts SET lease_until = now() + interval '60 seconds' WHERE id IN (
         SELECT id FROM payment_attempts WHERE status = 'sending' AND kind = 'charge' AND lease_until < now()
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`,
      [limit],
    );
    return rows.map((row) => row.id);
  };

  const work: Work = {
    runDueWork: makeRunDueWork(dueNeeds),
    recoverAttempts: makeRecoverAttempts({
      takeLost,
      sendAttempt,
      onFault: (error, id) => onFault(error, `recovery of ${id}`),
    }),
    advanceClocks: makeAdvanceClocks(clocks, advanceTo, (error, id) => onFault(error, `clock ${id}`)),
    advanceTo: async (accountId, to) => {
      // A row put in by hand has no due date yet; looking at the account once gives it one.
      await runAccount(accountId);
      const clock = await clocks.ofAccount(accountId);
      if (clock) await advanceTo(clock, to);
    },
    sendBillingMail: makeSendBillingMail({
      recipient: people.recipient,
      readReceipt: (accountId, invoiceId) => orNull(readReceipt(accountId, invoiceId)),
      readSubscription: (accountId, id) => orNull(readSubscription(accountId, id)),
      readCard: async (accountId) => (await reads.account(accountId))?.state.card ?? null,
      brand: (key) => mailBrand(key, needs.publicUrl),
      transport: mailbox ?? { send: () => Promise.reject(new Error('no mail transport is configured')) },
    }),
  };
  return { services, work, hasher };
};

/** A database that has not answered by then counts as out of reach (INV-25). */
const READY_WITHIN_MS = 1_500;

/** What is gone by the time the mail is written is simply not mentioned. */
const orNull = async <T>(value: Promise<T>): Promise<T | null> => {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'NOT_FOUND') return null;
    throw error;
  }
};
