import type { Instant } from '@foyer/contract/vocabulary/instants';
import { readCode } from '@foyer/domain/coupons/typed-code';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { newId } from '../adapters/new-id.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { makeOperatorAuthStore, operatorStaffOn } from '../adapters/postgres/operator-auth-store.ts';
import { makeChartReads } from '../adapters/postgres/operator-charts.ts';
import { makeCustomerReads } from '../adapters/postgres/operator-customers.ts';
import { makeHookReads } from '../adapters/postgres/operator-hooks.ts';
import { makeListReads } from '../adapters/postgres/operator-lists.ts';
import { makeReviewReads } from '../adapters/postgres/operator-reviews.ts';
import { makeSaleReads } from '../adapters/postgres/operator-sale.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeTimelineReads } from '../adapters/postgres/operator-timeline.ts';
import { makeViews, operatorViewsOn } from '../adapters/postgres/operator-views.ts';
import { makeVendorKeyReads } from '../adapters/postgres/vendor-keys.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { portalUrlOf } from '../brands.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import { hashCode } from '../services/billing/find-code.ts';
import type { RefuseBadPassword } from '../services/credentials/ports.ts';
import type { Origin } from '../services/identity/ports.ts';
import { makeRenewHash } from '../services/identity/renew-hash.ts';
import {
  makeAuthenticateOperator,
  makeOperatorSignIn,
  makeOperatorSignOut,
  readOperatorMe,
} from '../services/operator/auth.ts';
import type { OperatorPrincipal } from '../services/operator/auth-ports.ts';
import { makeChangeOwnPassword } from '../services/operator/change-own-password.ts';
import { makeReadCharts } from '../services/operator/charts.ts';
import {
  makeListCustomerMails,
  makeListCustomerReceipts,
  makeListReviews,
  makeReadCustomer,
  makeReadTimeline,
  makeSearchCustomers,
  ofCustomer,
  type ReadCustomerDependencies,
} from '../services/operator/customers.ts';
import { makeListHookEndpoints, makeListHooks, makeReadHook } from '../services/operator/hooks.ts';
import { makeListAudit, makeReadMoreWork, makeReadWork } from '../services/operator/lists.ts';
import type { By } from '../services/operator/ports.ts';
import { makeListBatches, makeListRedemptions, makeReadBatch, makeReadCatalogue } from '../services/operator/sale.ts';
import { makeBeginView, makeEndView, makeReadView } from '../services/operator/view-as-customer.ts';
import { makeListVendorKeys } from '../services/vendor/manage-keys.ts';
import type { Base } from './base.ts';
import { composeLoginAttempts } from './login-attempts.ts';
import type { OperatorCommands } from './operator-commands.ts';

interface Parts
  extends Pick<ReadCustomerDependencies, 'readAccount' | 'listSubscriptions' | 'listReceipts' | 'placeOf'> {
  readonly refuseBadPassword: RefuseBadPassword;
}

/** Limits of wrong guesses for operators: the same as for customers, with separate counters and known devices. */
const guardOf = ({ database, identity, secrets, callerLimits }: Base) => ({
  ...composeLoginAttempts(
    database,
    identity,
    {
      counters: deriveKey(secrets[0], 'operator failure counters'),
      devices: deriveKeys(secrets, 'operator devices'),
    },
    callerLimits,
  ),
  clearFailures: (key: string) => identity.clearFailures(key),
});

const hashTyped = (typed: string): string | null => {
  const code = readCode(typed);
  return code.ok ? hashCode(code.value.display) : null;
};

/** Connects the services of the operator site: sign-in, reads, and the commands that the CLI has too. */
export const composeOperatorServices = (base: Base, parts: Parts, operator: OperatorCommands) => {
  const { platform, database, wallNow, settings, hasher } = base;
  const { refuseBadPassword } = parts;
  const views = makeViews(database);
  const { enqueueMails } = base.queue;
  const store = makeOperatorAuthStore(database, { newEventId: () => newId('audit'), enqueueMails });
  const renewHash = makeRenewHash({ hasher, replaceHash: store.replaceHash });
  const auth = { ...guardOf(base), store, hasher, renewHash };
  const reads = {
    ...makeCustomerReads(database),
    ...makeTimelineReads(database),
    ...makeReviewReads(database),
    ...makeListReads(database),
    ...makeSaleReads(database),
  };
  const hookReads = makeHookReads(database);
  const endpoints = base.hooks?.endpoints ?? {};
  const answerBy = (openedAt: Instant): string => businessDayAfter(openedAt, settings.reviewBusinessDays);
  return {
    signIn: makeOperatorSignIn(platform, {
      ...auth,
      oneTimeCodes,
      box: makeSecretBox(deriveKeys(base.secrets, 'secret box')),
    }),
    authenticate: makeAuthenticateOperator(platform, auth),
    signOut: makeOperatorSignOut(platform, auth),
    readMe: readOperatorMe,
    changePassword: makeChangeOwnPassword(platform, {
      ...auth,
      refuseBadPassword,
      inTransaction: (run) =>
        database.transaction((sql) =>
          run({
            ...operatorStaffOn(sql),
            ...operatorRowsOn(sql, { newId: () => newId('audit'), wallNow }),
            enqueueMail: (job) => enqueueMails(sql, [job]),
          }),
        ),
    }),
    recordView: ({ operatorId }: OperatorPrincipal, accountId: string, origin: Origin) =>
      store.recordView(operatorId, accountId, wallNow(), origin),
    search: makeSearchCustomers({ reads, hashCode: hashTyped }),
    readCustomer: makeReadCustomer(platform, { ...parts, reads, describeDevice, answerBy }),
    readTimeline: makeReadTimeline({ reads, catalogue: base.catalogue }),
    listReceipts: ofCustomer(reads, makeListCustomerReceipts({ reads, listReceipts: parts.listReceipts })),
    listMails: ofCustomer(reads, makeListCustomerMails({ reads })),
    listReviews: makeListReviews({ reads, answerBy }),
    readWork: makeReadWork(platform, { reads, catalogue: base.catalogue }),
    readCharts: makeReadCharts(platform, { reads: makeChartReads(database, base.gateway.name === 'sandbox') }),
    readMoreWork: makeReadMoreWork(platform, { reads, catalogue: base.catalogue }),
    listAudit: makeListAudit({ reads }),
    readCatalogue: makeReadCatalogue({ reads, catalogue: base.catalogue }),
    listBatches: makeListBatches({ reads, catalogue: base.catalogue }),
    readBatch: makeReadBatch({ reads, catalogue: base.catalogue }),
    listRedemptions: makeListRedemptions({ reads }),
    createCoupons: operator.createCoupons,
    revokeCoupons: operator.revokeCoupons,
    endSubscription: operator.endSubscription,
    acceptRequest: operator.acceptRequest,
    clearReview: operator.clearReview,
    denyReview: operator.denyReview,
    reloadCatalogue: (by: By) => operator.importCatalogue(base.catalogueFolder, by),
    grantCredit: operator.grantCredit,
    refund: operator.refund,
    voidInvoice: operator.voidInvoice,
    writeOffInvoice: operator.writeOffInvoice,
    changeAddress: operator.changeAddress,
    closeAccount: operator.closeAccount,
    beginView: makeBeginView(platform, {
      inTransaction: (work) =>
        database.transaction((sql) =>
          work({ ...operatorRowsOn(sql, { newId: () => newId('audit'), wallNow }), ...operatorViewsOn(sql) }),
        ),
      accessToken: base.tokens.access,
      portalOf: (brand) => portalUrlOf(brand, base),
    }),
    readView: makeReadView(views),
    endView: makeEndView(platform, views),
    endSessions: operator.endSessions,
    resendMail: operator.resendMail,
    retryJob: operator.retryJob,
    dismissJob: operator.dismissJob,
    askPayment: operator.askPayment,
    listHookEndpoints: makeListHookEndpoints({ reads: hookReads, endpoints }),
    listHooks: makeListHooks({ reads: hookReads }),
    readHook: makeReadHook({ reads: hookReads }),
    resendHook: operator.resendHook,
    sendTestHook: operator.sendTestHook,
    listVendorKeys: makeListVendorKeys(platform, { reads: makeVendorKeyReads(database) }),
    createVendorKey: operator.createVendorKey,
    revokeVendorKey: operator.revokeVendorKey,
  };
};
