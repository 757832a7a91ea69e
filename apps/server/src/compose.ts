import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { makeCreateToken } from './adapters/payment-gateway/sandbox/create-token.ts';
import { makeAnswerChallenge } from './adapters/payment-gateway/sandbox/events.ts';
import {
  makeIdempotencyStore,
  makeOperatorKeyStore,
  makeVendorKeyStore,
} from './adapters/postgres/idempotency-store.ts';
import { makeIsReady } from './adapters/postgres/is-ready.ts';
import { makeLostAttempts } from './adapters/postgres/lost-attempts.ts';
import { outsideOfCalls, withRequestDeadline } from './adapters/postgres/request-deadline.ts';
import { makeRestoredBackup } from './adapters/postgres/restored-backup.ts';
import type { Tracing } from './adapters/tracing.ts';
import { composeAccess } from './compose/access.ts';
import { composeAddress, composeVerifier } from './compose/address.ts';
import { composeBase } from './compose/base.ts';
import { composeBilling } from './compose/billing.ts';
import { composeCharging } from './compose/charging.ts';
import { composeClosing } from './compose/closing.ts';
import { composeCredentials } from './compose/credentials.ts';
import { composeEntitlements } from './compose/entitlements.ts';
import { composeMail } from './compose/mail.ts';
import type { ComposeNeeds } from './compose/needs.ts';
import { composeOidc } from './compose/oidc.ts';
import { composeOperatorCommands } from './compose/operator-commands.ts';
import { composeOperatorServices } from './compose/operator-services.ts';
import { composePayments } from './compose/payments.ts';
import { composeProductSignIn } from './compose/product-sign-in.ts';
import { composePromotions } from './compose/promotions.ts';
import { composeSignIn } from './compose/sign-in.ts';
import { composeVendor } from './compose/vendor.ts';
import { makeReadCommand } from './services/idempotency/read-command.ts';
import { makeRunOnce } from './services/idempotency/run-once.ts';
import { makeAuthenticate, makeLoadMe } from './services/identity/authenticate.ts';
import { makeSignOut } from './services/identity/sign-out.ts';
import type { QueuedMail } from './services/mail/ports.ts';
import { makeSignInWithPasskey } from './services/passkeys/sign-in-with-passkey.ts';
import { makeContinueReceipts } from './services/payments/continue-receipts.ts';
import { makeRecoverAttempts } from './services/payments/recover-attempts.ts';
import { makeRunAccount, makeRunDueWork } from './services/renewals/run-due-work.ts';
import { makeAdvanceClocks, makeAdvanceTo, makeRequestAdvance } from './services/sandbox/sandbox-clock.ts';

/** Connects use cases to adapters. The server and the tests pass different dependencies. */
export const compose = async (needs: ComposeNeeds) => {
  const base = await composeBase(needs);
  const { platform, database, gateway, wallNow, clocks, identity, tokens } = base;
  const charging = composeCharging(base);
  const { sendAttempt, closeChallenges } = charging;
  const verifyAddress = composeVerifier(platform);
  const { recoverRefunds, followRefunds, ...operator } = composeOperatorCommands(base, closeChallenges, verifyAddress);
  const payments = composePayments(base, charging, followRefunds);
  const sendAttempts = needs.traceCharges?.(payments.sendAttempts) ?? payments.sendAttempts;
  const dueNeeds = { ...base, sendAttempt, sendAttempts };
  const runAccount = makeRunAccount(platform, dueNeeds);
  const advanceTo = makeAdvanceTo(clocks, runAccount);
  const billing = composeBilling(base, charging);
  const mail = composeMail(base, billing.readReceipt);
  const access = await composeAccess(base);
  const { checkPasskey, relyingPartyOf: siteOf } = access;
  const { services: signInServices, beginSession } = composeSignIn(base, access);
  const { services: credentialServices, refuseBadPassword, carryOutLinkRequest } = await composeCredentials(base);
  const closing = composeClosing(base, closeChallenges, siteOf);
  const productSignIn = composeProductSignIn(base, siteOf);
  const keys = makeIdempotencyStore(database);
  const services = {
    ...signInServices,
    ...access.services,
    ...closing.services,
    ...composeAddress(base, verifyAddress),
    ...credentialServices,
    ...payments.services,
    ...composePromotions(base, closeChallenges),
    signInWithPasskey: makeSignInWithPasskey(platform, { checkPasskey, beginSession, store: identity }),
    signOut: makeSignOut(identity),
    authenticate: makeAuthenticate(platform, { store: identity, tokens }),
    loadMe: makeLoadMe(platform, { store: identity, tokens }),
    ...billing,
    ...composeEntitlements(base),
    browserConfig: gateway.browserConfig,
    runOnce: makeRunOnce(keys, outsideOfCalls),
    readCommand: makeReadCommand({
      store: keys,
      resultOf: billing.commandResultOf,
      readProgress: billing.readProgress,
    }),
    /** Runs operator calls once per key. */
    runOperatorOnce: makeRunOnce(makeOperatorKeyStore(database), outsideOfCalls),
    /** Runs calls of the vendor API once per key. */
    runVendorOnce: makeRunOnce(makeVendorKeyStore(database), outsideOfCalls),
    clockOf: clocks.ofAccount,
    createClock: clocks.create,
    requestAdvance: makeRequestAdvance(platform, clocks),
    createToken: makeCreateToken(needs.sandboxDatabase, wallNow),
    challenges: makeAnswerChallenge(needs.sandboxDatabase),
    /** Name of the vendor to which customers pay. */
    payeeName: base.vendor.payee.name,
    mailbox: mail.mailbox,
    /** Sign-in at an external provider; null if this server signs users in itself. */
    oidc: needs.oidc && composeOidc(base, needs.oidc, { beginSession, siteOf }),
    /** OpenID provider for the vendor's products; null without such products. */
    productSignIn: productSignIn.service,
    operator: composeOperatorServices(base, { ...billing, ...access, refuseBadPassword }, operator),
    /** Calls of the vendor's servers. */
    vendor: composeVendor(base, { charging, billing, operator }),
    /** Keys of the product families on sale and of former ones. */
    familyKeys: () => needs.catalogue().families.map(({ key }) => key),
    wallNow,
    withRequestDeadline,
    /** True when the database answers: `/readyz`. */
    ready: makeIsReady(database),
  };

  const restored = makeRestoredBackup(database);
  const work = {
    ...closing.work,
    recoverRefunds,
    continueReceipts: makeContinueReceipts({ gateway, restored }),
    /** True while a restored database was not compared with the gateway. */
    waitsForReconcile: async () => (await restored.find()) !== null,
    runDueWork: makeRunDueWork(platform, dueNeeds),
    recoverAttempts: makeRecoverAttempts(platform, { ...makeLostAttempts(database), sendAttempts }),
    recoverSetups: payments.recoverSetups,
    processWebhooks: payments.processWebhooks,
    detachCard: payments.detachCard,
    advanceClocks: makeAdvanceClocks(platform, clocks, advanceTo),
    /** Advances an account's clock at once, and runs the work that becomes due. */
    advanceTo: async (accountId: AccountId, to: Instant): Promise<void> => {
      // Rows inserted directly have no due date yet. One run of the account computes it.
      await runAccount(accountId);
      const clock = await clocks.ofAccount(accountId);
      if (clock) await advanceTo(clock, to);
    },
    deliverHook: base.deliverHook,
    sendLogouts: productSignIn.sendLogouts,
    sendMail: (id: string, job: QueuedMail, waitedMs = 0): Promise<void> =>
      'kind' in job && job.kind === 'link_request' ? carryOutLinkRequest(job) : mail.sendMail(id, job, waitedMs),
  };
  return { services, work, operator, hasher: base.hasher };
};

/** Use cases that the calls and the background work of a server need. */
type Composition = Awaited<ReturnType<typeof compose>>;
export type Services = Composition['services'];
export type Work = Composition['work'];
/** Begins the span of a request. */
export type BeginTrace = Tracing['beginRequest'];
