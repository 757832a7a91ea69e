import { randomBytes } from 'node:crypto';
import { newBatchMark, newCode } from '../adapters/new-code.ts';
import { newId } from '../adapters/new-id.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { makeAddressRows } from '../adapters/postgres/address-store.ts';
import { makeBillingReads } from '../adapters/postgres/billing-reads.ts';
import { billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { catalogueRowsOn } from '../adapters/postgres/catalogue-store.ts';
import { couponBatchesOn } from '../adapters/postgres/coupon-batches.ts';
import { externalIdsOn } from '../adapters/postgres/external-ids.ts';
import { addTestHook, removeFailedHook, takeFailedHook, takeHookAgain } from '../adapters/postgres/hook-deliveries.ts';
import { listOperators, operatorStaffOn } from '../adapters/postgres/operator-auth-store.ts';
import { makeOperatorReads, operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeReconcileRows } from '../adapters/postgres/reconcile-rows.ts';
import { makeRestoredBackup, makeRestoredCharges } from '../adapters/postgres/restored-backup.ts';
import { makeScreeningReads } from '../adapters/postgres/review-rows.ts';
import { unplacedPaymentsOn } from '../adapters/postgres/unplaced-payments.ts';
import { unplacedRefundsOn } from '../adapters/postgres/unplaced-refunds.ts';
import { makeVendorKeyReads, vendorKeysOn } from '../adapters/postgres/vendor-keys.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { deriveKeys } from '../derive-keys.ts';
import { makeChangeCustomerAddress } from '../services/address/change-customer-address.ts';
import { makeScreenAddress } from '../services/address/screen-address.ts';
import type { VerifyAddress } from '../services/address/verify-address.ts';
import { hashCode } from '../services/billing/find-code.ts';
import { makeCloseCustomerAccount } from '../services/closing/close-customer-account.ts';
import { REQUEST_TIMEOUTS } from '../services/gateway-deadline.ts';
import { makeAcceptRequest } from '../services/operator/accept-request.ts';
import { makeAskPayment } from '../services/operator/ask-payment.ts';
import type { OperatorStaffRows } from '../services/operator/auth-ports.ts';
import { makeCreateCoupons } from '../services/operator/create-coupons.ts';
import { makeEndCustomerSessions } from '../services/operator/end-sessions.ts';
import { makeEndSubscription, makeListSubscriptions } from '../services/operator/end-subscription.ts';
import { makeFollowRefunds } from '../services/operator/follow-refunds.ts';
import { makeGrantCredit } from '../services/operator/grant-credit.ts';
import { type HookCommandRows, makeResendHook, makeSendTestHook } from '../services/operator/hooks.ts';
import { makeImportCatalogue } from '../services/operator/import-catalogue.ts';
import { makeLiftNetworks, makeLiftTwoStep } from '../services/operator/lift-restrictions.ts';
import { makeListDue } from '../services/operator/list-due.ts';
import { makeAddOperator, makeDisableOperator } from '../services/operator/manage-operators.ts';
import { makePayOutCredit } from '../services/operator/pay-out-credit.ts';
import { makeDismissPayment, makeKeepPayment, makeListParkedPayments } from '../services/operator/place-payment.ts';
import {
  makeBookUnplacedRefund,
  makeDismissRefund,
  makeListUnplacedRefunds,
  makeTakeRefundFromCredit,
} from '../services/operator/place-refund.ts';
import type { InOperatorTransaction, OperatorRows } from '../services/operator/ports.ts';
import { makeReconcile } from '../services/operator/reconcile.ts';
import { makeRecoverRefunds, makeRefundPayment } from '../services/operator/refund-payment.ts';
import { makeResendMail } from '../services/operator/resend-mail.ts';
import { makeDismissJob, makeRetryJob, makeRetryWaiting } from '../services/operator/retry-work.ts';
import { makeRevokeCoupons } from '../services/operator/revoke-coupons.ts';
import { makeVoidInvoice } from '../services/operator/void-invoice.ts';
import { makeWriteOffInvoice } from '../services/operator/write-off-invoice.ts';
import type { CloseChallenges } from '../services/payments/close-challenges.ts';
import { makeFollowDispute } from '../services/payments/follow-dispute.ts';
import { openReview } from '../services/screening/open-review.ts';
import { makeRemoveExternalId, makeShowExternalId } from '../services/vendor/external-id.ts';
import { makeCreateVendorKey, makeRevokeVendorKey } from '../services/vendor/manage-keys.ts';
import type { ExternalIdRows, VendorKeyRows } from '../services/vendor/ports.ts';
import type { CommandBase } from './base.ts';
import { readVendorCatalogue } from './catalogue.ts';
import { composeClosingTransaction } from './closing-transaction.ts';
import { composeScreening } from './screening.ts';

/** 144 random bits, in characters that can be copied from a terminal. ASVS 11.5.1 requires 128. */
const PASSWORD_BYTES = 18;

/** Connects the commands of operators. `recoverRefunds` and `followRefunds` are background work of the server. */
export const composeOperatorCommands = (
  base: CommandBase,
  closeChallenges: CloseChallenges,
  verifyAddress: VerifyAddress,
) => {
  const { platform, database, billingStore, queue } = base;
  const { wallNow, ruleContext } = platform;
  const { enqueueMails } = queue;
  const rowNeeds = { newId: () => newId('audit'), wallNow };
  const inTransaction: InOperatorTransaction = (run) =>
    database.transaction((sql) =>
      run({
        ...billingStoreOn(sql, billingStore),
        ...operatorRowsOn(sql, rowNeeds),
        ...unplacedRefundsOn(sql),
        ...unplacedPaymentsOn(sql),
        ...couponBatchesOn(sql),
        ...catalogueRowsOn(sql),
        enqueueMail: (job) => enqueueMails(sql, [job]),
        retryHook: async (id) => {
          const isTaken = await takeFailedHook(sql, id);
          if (isTaken) await queue.enqueueHooks(sql, [id]);
          return isTaken;
        },
        dismissHook: (id) => removeFailedHook(sql, id),
      }),
    );
  const operatorAccounts = {
    inTransaction: <T>(run: (tx: OperatorStaffRows & Pick<OperatorRows, 'record'>) => Promise<T>) =>
      database.transaction((sql) => run({ ...operatorStaffOn(sql), ...operatorRowsOn(sql, rowNeeds) })),
    hasher: base.hasher,
    oneTimeCodes,
    box: makeSecretBox(deriveKeys(base.secrets, 'secret box')),
    newPassword: () => randomBytes(PASSWORD_BYTES).toString('base64url'),
  };
  const vendorKeys = {
    inTransaction: <T>(run: (tx: VendorKeyRows & Pick<OperatorRows, 'record'>) => Promise<T>) =>
      database.transaction((sql) => run({ ...vendorKeysOn(sql), ...operatorRowsOn(sql, rowNeeds) })),
  };
  const externalIds = {
    inTransaction: <T>(run: (tx: ExternalIdRows & OperatorRows) => Promise<T>) =>
      database.transaction((sql) => run({ ...externalIdsOn(sql), ...operatorRowsOn(sql, rowNeeds) })),
  };
  const inHookTransaction = <T>(run: (tx: HookCommandRows) => Promise<T>): Promise<T> =>
    database.transaction((sql) =>
      run({
        ...operatorRowsOn(sql, rowNeeds),
        resendHook: async (id) => {
          const outcome = await takeHookAgain(sql, id);
          if (outcome === 'done') await queue.enqueueHooks(sql, [id]);
          return outcome;
        },
        sendTestHook: async (test) => {
          await addTestHook(sql, test);
          await queue.enqueueHooks(sql, [test.id]);
        },
      }),
    );
  const { listVendorKeys } = makeVendorKeyReads(database);
  const reads = makeOperatorReads(database);
  const moneyNeeds = { ...base, closeChallenges, inTransaction, reads };
  const followRefunds = makeFollowRefunds(platform, moneyNeeds);
  const followDispute = makeFollowDispute(platform, moneyNeeds);
  return {
    grantCredit: makeGrantCredit(platform, moneyNeeds),
    payOutCredit: makePayOutCredit(platform, moneyNeeds),
    voidInvoice: makeVoidInvoice(platform, moneyNeeds),
    writeOffInvoice: makeWriteOffInvoice(platform, moneyNeeds),
    endSubscription: makeEndSubscription(platform, moneyNeeds),
    acceptRequest: makeAcceptRequest(platform, moneyNeeds),
    listSubscriptions: makeListSubscriptions({ reads }),
    revokeCoupons: makeRevokeCoupons({ inTransaction }),
    refund: makeRefundPayment(platform, moneyNeeds),
    listUnplacedRefunds: makeListUnplacedRefunds({ reads }),
    bookUnplacedRefund: makeBookUnplacedRefund(platform, moneyNeeds),
    takeRefundFromCredit: makeTakeRefundFromCredit(platform, moneyNeeds),
    dismissRefund: makeDismissRefund(platform, moneyNeeds),
    listParkedPayments: makeListParkedPayments({ reads }),
    keepPayment: makeKeepPayment(platform, moneyNeeds),
    dismissPayment: makeDismissPayment({ inTransaction }),
    askPayment: makeAskPayment(platform, {
      ...moneyNeeds,
      reads: { ...reads, ...makeBillingReads(billingStore) },
      rows: makeReconcileRows(database),
      restoredCharges: makeRestoredCharges(database),
      timeouts: REQUEST_TIMEOUTS,
      followRefunds,
      followDispute,
    }),
    listDue: makeListDue(platform, reads),
    retryJob: makeRetryJob({ inTransaction }),
    dismissJob: makeDismissJob({ inTransaction }),
    resendHook: makeResendHook({ inTransaction: inHookTransaction }),
    sendTestHook: makeSendTestHook(platform, {
      inTransaction: inHookTransaction,
      endpoints: base.hooks?.endpoints ?? {},
    }),
    retryWaiting: makeRetryWaiting({ inTransaction }),
    endSessions: makeEndCustomerSessions({ inTransaction }),
    resendMail: makeResendMail({ inTransaction }),
    changeAddress: makeChangeCustomerAddress(platform, {
      reads,
      inTransaction: (work) =>
        database.transaction((sql) =>
          work({
            ...billingStoreOn(sql, billingStore),
            ...makeAddressRows(sql),
            ...operatorRowsOn(sql, rowNeeds),
            enqueueMail: (job) => enqueueMails(sql, [job]),
          }),
        ),
      verify: verifyAddress,
      screenAddress: makeScreenAddress(platform, {
        reads: makeBillingReads(billingStore),
        screening: makeScreeningReads(database),
        screenParty: base.screenParty,
      }),
      openReview,
    }),
    closeAccount: makeCloseCustomerAccount(platform, {
      ...base,
      closeChallenges,
      reads,
      inTransaction: composeClosingTransaction(base),
    }),
    liftNetworks: makeLiftNetworks(platform, { inTransaction }),
    liftTwoStep: makeLiftTwoStep(platform, { inTransaction }),
    addOperator: makeAddOperator(platform, operatorAccounts),
    disableOperator: makeDisableOperator(platform, operatorAccounts),
    createCoupons: makeCreateCoupons(platform, {
      inTransaction,
      catalogue: () => ruleContext(wallNow()).catalogue,
      newDisplay: newCode,
      newMark: newBatchMark,
      hashCode,
    }),
    listOperators: () => listOperators(database),
    createVendorKey: makeCreateVendorKey(platform, vendorKeys),
    revokeVendorKey: makeRevokeVendorKey(platform, vendorKeys),
    showExternalId: makeShowExternalId(externalIds),
    removeExternalId: makeRemoveExternalId(externalIds),
    listVendorKeys: async () => ({ keys: await listVendorKeys(), now: wallNow() }),
    ...composeScreening(base),
    importCatalogue: makeImportCatalogue({
      inTransaction,
      readVendorCatalogue,
      onCatalogue: base.onCatalogue,
    }),
    recoverRefunds: makeRecoverRefunds(platform, moneyNeeds),
    followRefunds,
    reconcile: makeReconcile(platform, {
      ...base,
      followRefunds,
      followDispute,
      inTransaction,
      reads: makeBillingReads(billingStore),
      rows: makeReconcileRows(database),
      restored: makeRestoredBackup(database),
      restoredCharges: makeRestoredCharges(database),
    }),
  };
};

export type OperatorCommands = Omit<ReturnType<typeof composeOperatorCommands>, 'recoverRefunds' | 'followRefunds'>;
