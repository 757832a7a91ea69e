import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { catalogueIn } from '@foyer/domain/catalogue/in-language';
import { makeHashEmail } from './adapters/hash-email.ts';
import { newId } from './adapters/new-id.ts';
import { makePasswordHasher } from './adapters/password-hasher.ts';
import { makeCreateToken } from './adapters/payment-gateway/sandbox/create-token.ts';
import { makeAnswerChallenge } from './adapters/payment-gateway/sandbox/events.ts';
import { makeBillingReads } from './adapters/postgres/billing-reads.ts';
import { makeBillingTransaction } from './adapters/postgres/billing-store.ts';
import { makeClockStore } from './adapters/postgres/clock-store.ts';
import { makeIdempotencyStore, makeOperatorKeyStore } from './adapters/postgres/idempotency-store.ts';
import { makeIdentityStore } from './adapters/postgres/identity-store.ts';
import { makeIsReady } from './adapters/postgres/is-ready.ts';
import { makeLostAttempts } from './adapters/postgres/lost-attempts.ts';
import { withOneDeadline } from './adapters/postgres/one-deadline.ts';
import { makePeople } from './adapters/postgres/people.ts';
import { makeSecurityWrites } from './adapters/postgres/security-writes.ts';
import { describeDevice } from './adapters/user-agent.ts';
import { composeAccess } from './compose/access.ts';
import { composeAddress, composeVerifier } from './compose/address.ts';
import { composeBilling } from './compose/billing.ts';
import { composeCharging } from './compose/charging.ts';
import { composeCredentials } from './compose/credentials.ts';
import { composeHooks, composeStatements } from './compose/hooks.ts';
import { composeLeaving } from './compose/leaving.ts';
import { composeMail } from './compose/mail.ts';
import type { ComposeNeeds, InSecurityTransaction } from './compose/needs.ts';
import { composeOidc } from './compose/oidc.ts';
import { composeOperatorCommands, type OperatorCommands } from './compose/operator-commands.ts';
import { composeOperatorServices } from './compose/operator-services.ts';
import { composePayments } from './compose/payments.ts';
import { composePromotions, composeScreening } from './compose/promotions.ts';
import { composeSignIn } from './compose/sign-in.ts';
import { deriveKeys, deriveTokenKeys } from './derive-keys.ts';
import type { Services } from './http/services.ts';
import { makeRecoverAttempts } from './services/billing/recover-attempts.ts';
import { makeRunAccount, makeRunDueWork } from './services/billing/run-due-work.ts';
import { makeAdvanceClocks, makeAdvanceTo, makeRequestAdvance, viewClock } from './services/clock/sandbox-clock.ts';
import { makeReadCommand } from './services/idempotency/read-command.ts';
import { makeRunOnce } from './services/idempotency/run-once.ts';
import { makeAuthenticate, makeLoadMe } from './services/identity/authenticate.ts';
import { makeConfirmAtProvider } from './services/identity/confirm-at-provider.ts';
import { makeConfirmPassword } from './services/identity/confirm-password.ts';
import { makeLinkTokens } from './services/identity/link-tokens.ts';
import type { PasswordHasher } from './services/identity/ports.ts';
import { makeRenewHash } from './services/identity/renew-hash.ts';
import { makeRenewInAddress, makeRenewTokens } from './services/identity/renew-tokens.ts';
import { makeSignOut } from './services/identity/sign-out.ts';
import { makeStepUpFailed } from './services/identity/step-up-failed.ts';
import { makeTokens } from './services/identity/tokens.ts';
import { makeCountLoginAttempt } from './services/login-attempts/count-login-attempt.ts';
import { mailboxOf } from './services/mailbox-of.ts';
import { makeSignInWithPasskey } from './services/passkeys/sign-in-with-passkey.ts';
import { makeOriginFacts } from './services/place/origin-facts.ts';
import type { Work } from './work.ts';

/** Joins use-cases to adapters: for the running server and, with other needs, for the tests. */
export const compose = async (
  needs: ComposeNeeds,
): Promise<{ services: Services; work: Work; operator: OperatorCommands; hasher: PasswordHasher }> => {
  const { database, gateway, wallNow, settings, onFault } = needs;
  const hashEmail = makeHashEmail(deriveKeys(needs.secrets, 'email hash'), mailboxOf);
  const ruleContext = (now: Instant, language: Language = 'en'): RuleContext => ({
    now,
    newId,
    catalogue: catalogueIn(language, needs.catalogue()),
    settings,
  });
  const storeNeeds = { database, wallNow, hashEmail };
  const { deliverHook, announceEntitlements } = composeHooks(needs);
  const { enqueueMails, enqueueDetachments } = needs.queue;
  const billingNeeds = { ...storeNeeds, enqueueMails, enqueueDetachments, announceEntitlements };
  const inTransaction = makeBillingTransaction(billingNeeds);
  const reads = makeBillingReads(storeNeeds);
  const people = makePeople(database);
  const clocks = makeClockStore(database, () => newId('clock'));
  const identity = makeIdentityStore(database, () => newId('audit'));
  const hasher = await makePasswordHasher(needs.passwordCost);
  const renewHash = makeRenewHash({ hasher, replaceHash: identity.replaceHash });
  const tokens = makeTokens(deriveTokenKeys(needs.secrets));
  const renewTokens = makeRenewTokens(tokens);
  const linkTokens = makeLinkTokens(deriveKeys(needs.secrets, 'link token'));
  const securityNeeds = { newEventId: () => newId('audit'), enqueueMails: needs.queue.enqueueMails };
  const inSecurityTransaction: InSecurityTransaction = (rows) => (work) =>
    database.transaction((sql) => work({ ...makeSecurityWrites(sql, securityNeeds), ...rows(sql) }));
  const originFacts = makeOriginFacts(describeDevice);
  const stepUpFailed = makeStepUpFailed({ inTransaction: inSecurityTransaction(() => ({})), originFacts });
  const confirmPassword = needs.oidc
    ? makeConfirmAtProvider({ store: identity, wallNow })
    : makeConfirmPassword({
        store: identity,
        countLoginAttempt: makeCountLoginAttempt(identity),
        hasher,
        renewHash,
        stepUpFailed,
        wallNow,
      });

  const wait = needs.wait ?? ((ms: number) => sleep(ms));
  const charging = composeCharging({ ...needs, reads, inTransaction, ruleContext, wait });
  const { sendAttempt, closeChallenges } = charging;
  const verifyAddress = composeVerifier(onFault);
  const { recoverRefunds, followRefunds, ...operator } = composeOperatorCommands({
    ...needs,
    ...billingNeeds,
    enqueueHooks: needs.queue.enqueueHooks,
    hasher,
    closeChallenges,
    verifyAddress,
    ruleContext,
    wait,
  });
  const paying = { reads, inTransaction, people, followRefunds, ruleContext, wait };
  const payments = composePayments({ ...needs, ...charging, ...paying });
  const { sendAttempts, orDeclined, purchases } = payments;
  const dueNeeds = {
    inTransaction,
    sendAttempt,
    sendAttempts,
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
  const screenAccount = composeScreening(database, needs.screenParty);
  const billing = composeBilling({
    ...needs,
    screenAccount,
    reads,
    clockOf,
    inTransaction,
    sendAttempt,
    closeChallenges,
    orDeclined,
    purchases,
    ruleContext,
  });

  const mail = composeMail({
    database,
    sandbox: gateway.name === 'sandbox',
    smtp: needs.smtp,
    publicUrl: needs.publicUrl,
    hostnames: needs.hostnames,
    vendor: needs.vendor,
    brandOf: needs.brandOf,
    linkSecret: linkTokens.of,
    recipient: people.recipient,
    readReceipt: billing.readReceipt,
    heldRow: people.heldRow,
    catalogueIn: (language) => catalogueIn(language, needs.catalogue()),
    readCard: people.card,
  });
  const access = await composeAccess({
    database,
    confirmPassword,
    renewTokens,
    inSecurityTransaction,
    originFacts,
    vendor: needs.vendor,
    brandOf: needs.brandOf,
    publicUrl: needs.publicUrl,
    hostnames: needs.hostnames,
    wallNow,
  });
  const door = composeSignIn({
    database,
    store: identity,
    hasher,
    renewHash,
    tokens,
    confirmPassword,
    renewTokens,
    stepUpFailed,
    vendor: needs.vendor,
    inSecurityTransaction,
    checkPasskey: access.checkPasskey,
    hasPasskey: access.hasPasskey,
    originFacts,
    callerLimits: needs.callerLimits,
    secrets: needs.secrets,
    wallNow,
  });

  const credentials = await composeCredentials({
    database,
    queue: needs.queue,
    hasher,
    linkTokens,
    confirmPassword,
    renewTokens,
    inSecurityTransaction,
    originFacts,
    callerLimits: needs.callerLimits,
    breachedPasswords: needs.breachedPasswords,
    secrets: needs.secrets,
    gateway: gateway.name,
    vendor: needs.vendor,
    brandOf: needs.brandOf,
    defaultClaims: needs.defaultClaims,
    wallNow,
  });

  const leaving = composeLeaving({
    ...needs,
    billing: billingNeeds,
    reads,
    inSecurityTransaction,
    confirmPassword,
    originFacts,
    closeChallenges,
    ruleContext,
    siteOf: access.relyingPartyOf,
    wait,
  });

  const oidc =
    needs.oidc &&
    composeOidc({
      ...needs,
      settings: needs.oidc,
      inSecurityTransaction,
      beginSession: door.beginSession,
      renewInAddress: makeRenewInAddress(tokens),
      siteOf: access.relyingPartyOf,
      gateway: gateway.name,
      noPassword: hasher.decoy,
    });

  const keys = makeIdempotencyStore(database);
  const services: Services = {
    ...door.services,
    ...access.services,
    ...leaving.services,
    ...composeAddress({
      ...billingNeeds,
      ruleContext,
      verifyAddress,
      selfChange: needs.addressSelfChange ?? false,
    }),
    ...credentials.services,
    ...payments.services,
    ...composePromotions({ ...needs, reads, inTransaction, closeChallenges, screenAccount, ruleContext }),
    signInWithPasskey: makeSignInWithPasskey({
      checkPasskey: access.checkPasskey,
      beginSession: door.beginSession,
      store: identity,
      wallNow,
    }),
    signOut: makeSignOut(identity),
    authenticate: makeAuthenticate({ store: identity, tokens, wallNow }),
    loadMe: makeLoadMe({ store: identity, tokens, wallNow }),
    ...billing,
    ...composeStatements({ ...needs, reads, ruleContext }),
    browserConfig: gateway.browserConfig,
    runOnce: makeRunOnce(keys),
    readCommand: makeReadCommand({
      store: keys,
      resultOf: billing.commandResultOf,
      readProgress: billing.readProgress,
    }),
    runOperatorOnce: makeRunOnce(makeOperatorKeyStore(database)),
    clockOf: clocks.ofAccount,
    createClock: clocks.create,
    requestAdvance: makeRequestAdvance(clocks, needs.kick),
    createToken: makeCreateToken(needs.sandboxDatabase, wallNow),
    challenges: makeAnswerChallenge(needs.sandboxDatabase),
    mailbox: mail.mailbox,
    oidc,
    operator: composeOperatorServices({
      ...needs,
      tokens,
      originFacts,
      ...billing,
      ...credentials,
      ...access,
      operator,
      identity,
      hasher,
    }),
    wallNow,
    withOneDeadline,
    ready: makeIsReady(database),
  };

  const work: Work = {
    ...leaving.work,
    recoverRefunds,
    runDueWork: makeRunDueWork(dueNeeds),
    recoverAttempts: makeRecoverAttempts({
      ...makeLostAttempts(database),
      sendAttempts,
      onFault: (error, id) => onFault(error, `recovery of ${id}`),
    }),
    recoverSetups: payments.recoverSetups,
    processWebhooks: payments.processWebhooks,
    detachCard: payments.detachCard,
    advanceClocks: makeAdvanceClocks(clocks, advanceTo, (error, id) => onFault(error, `clock ${id}`)),
    advanceTo: async (accountId, to) => {
      // A row put in by hand has no due date yet; looking at the account once gives it one.
      await runAccount(accountId);
      const clock = await clocks.ofAccount(accountId);
      if (clock) await advanceTo(clock, to);
    },
    deliverHook,
    sendMail: (id, job, waitedMs = 0) =>
      'kind' in job && job.kind === 'link_request'
        ? credentials.carryOutLinkRequest(job)
        : mail.sendMail(id, job, waitedMs),
  };
  return { services, work, operator, hasher };
};
