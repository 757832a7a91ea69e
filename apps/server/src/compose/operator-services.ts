import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingSettings } from '@foyer/domain/billing/settings';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { readCode } from '@foyer/domain/coupons/typed-code';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { newId } from '../adapters/new-id.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeOperatorAuthStore, operatorStaffOn } from '../adapters/postgres/operator-auth-store.ts';
import { makeCustomerReads } from '../adapters/postgres/operator-customers.ts';
import { makeListReads } from '../adapters/postgres/operator-lists.ts';
import { makeReviewReads } from '../adapters/postgres/operator-reviews.ts';
import { makeSaleReads } from '../adapters/postgres/operator-sale.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeTimelineReads } from '../adapters/postgres/operator-timeline.ts';
import { makeViews, operatorViewsOn } from '../adapters/postgres/operator-views.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { portalUrlOf } from '../brands.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import type { OperatorServices } from '../http/routes/operator.ts';
import type { Secrets } from '../secrets.ts';
import { hashCode } from '../services/billing/find-code.ts';
import type { RefuseBadPassword } from '../services/credentials/ports.ts';
import type { IdentityStore, PasswordHasher } from '../services/identity/ports.ts';
import { makeRenewHash } from '../services/identity/renew-hash.ts';
import type { Tokens } from '../services/identity/tokens.ts';
import {
  makeAuthenticateOperator,
  makeOperatorSignIn,
  makeOperatorSignOut,
  readOperatorMe,
} from '../services/operator/auth.ts';
import { makeChangeOwnPassword } from '../services/operator/change-own-password.ts';
import {
  makeListCustomerMails,
  makeListCustomerReceipts,
  makeListReviews,
  makeReadCustomer,
  makeReadTimeline,
  makeSearchCustomers,
  ofCustomer,
  type ReadCustomerNeeds,
} from '../services/operator/customers.ts';
import { makeListAudit, makeReadMoreWork, makeReadWork } from '../services/operator/lists.ts';
import { makeListBatches, makeListRedemptions, makeReadBatch, makeReadCatalogue } from '../services/operator/sale.ts';
import { makeBeginView, makeEndView, makeReadView } from '../services/operator/view-as-customer.ts';
import type { OriginFacts } from '../services/place/ports.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import { composeLoginAttempts } from './login-attempts.ts';
import type { OperatorCommands } from './operator-commands.ts';

export interface OperatorServicesDependencies
  extends Pick<ReadCustomerNeeds, 'readAccount' | 'listSubscriptions' | 'listReceipts' | 'placeOf'> {
  readonly database: Database;
  readonly operator: OperatorCommands;
  readonly identity: IdentityStore;
  readonly hasher: PasswordHasher;
  readonly refuseBadPassword: RefuseBadPassword;
  readonly publicUrl: string;
  readonly hostnames: readonly string[];
  readonly brandOf: (hostname: string) => string;
  readonly tokens: Pick<Tokens, 'access'>;
  readonly queue: Pick<JobQueue, 'enqueueMails'>;
  readonly originFacts: OriginFacts;
  readonly secrets: Secrets;
  /** Limits per address; the usual ones by default. */
  readonly callerLimits?: CallerLimits | undefined;
  readonly catalogue: () => Catalogue;
  readonly catalogueFolder: string;
  readonly settings: BillingSettings;
  readonly wallNow: () => Instant;
}

/** Limits of wrong guesses for operators: the same as for customers, with separate counters and known devices. */
const guardOf = ({ database, identity, secrets, callerLimits }: OperatorServicesDependencies) => ({
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

/** Joins the services of the operator site: sign-in, reads, and the commands that the command line has too. */
export const composeOperatorServices = (needs: OperatorServicesDependencies): OperatorServices => {
  const { database, operator, wallNow, settings } = needs;
  const views = makeViews(database);
  const { enqueueMails } = needs.queue;
  const store = makeOperatorAuthStore(database, { newEventId: () => newId('audit'), enqueueMails });
  const { hasher, originFacts } = needs;
  const renewHash = makeRenewHash({ hasher, replaceHash: store.replaceHash });
  const auth = { ...guardOf(needs), store, wallNow, hasher, renewHash, originFacts };
  const reads = {
    ...makeCustomerReads(database),
    ...makeTimelineReads(database),
    ...makeReviewReads(database),
    ...makeListReads(database),
    ...makeSaleReads(database),
  };
  const answerBy = (openedAt: Instant): string => businessDayAfter(openedAt, settings.reviewBusinessDays);
  return {
    signIn: makeOperatorSignIn({
      ...auth,
      oneTimeCodes,
      box: makeSecretBox(deriveKeys(needs.secrets, 'secret box')),
      newId,
    }),
    authenticate: makeAuthenticateOperator(auth),
    signOut: makeOperatorSignOut(auth),
    readMe: readOperatorMe,
    changePassword: makeChangeOwnPassword({
      ...auth,
      refuseBadPassword: needs.refuseBadPassword,
      inTransaction: (run) =>
        database.transaction((sql) =>
          run({
            ...operatorStaffOn(sql),
            ...operatorRowsOn(sql, { newId: () => newId('audit'), wallNow }),
            enqueueMail: (job) => enqueueMails(sql, [job]),
          }),
        ),
    }),
    noteView: ({ operatorId }, accountId, origin) => store.recordView(operatorId, accountId, wallNow(), origin),
    search: makeSearchCustomers({ reads, hashCode: hashTyped }),
    readCustomer: makeReadCustomer({ ...needs, reads, describeDevice, answerBy }),
    readTimeline: makeReadTimeline({ reads }),
    listReceipts: ofCustomer(reads, makeListCustomerReceipts({ reads, listReceipts: needs.listReceipts })),
    listMails: ofCustomer(reads, makeListCustomerMails({ reads })),
    listReviews: makeListReviews({ reads, answerBy }),
    readWork: makeReadWork({ reads, wallNow }),
    readMoreWork: makeReadMoreWork({ reads, wallNow }),
    listAudit: makeListAudit({ reads }),
    readCatalogue: makeReadCatalogue({ reads, catalogue: needs.catalogue }),
    listBatches: makeListBatches({ reads }),
    readBatch: makeReadBatch({ reads }),
    listRedemptions: makeListRedemptions({ reads }),
    createCoupons: operator.createCoupons,
    revokeCoupons: operator.revokeCoupons,
    endSubscription: operator.endSubscription,
    clearReview: operator.clearReview,
    denyReview: operator.denyReview,
    reloadCatalogue: (by) => operator.importCatalogue(needs.catalogueFolder, by),
    grantCredit: operator.grantCredit,
    refund: operator.refund,
    voidInvoice: operator.voidInvoice,
    writeOff: operator.writeOff,
    changeAddress: operator.changeAddress,
    closeAccount: operator.closeAccount,
    beginView: makeBeginView({
      inTransaction: (work) =>
        database.transaction((sql) =>
          work({ ...operatorRowsOn(sql, { newId: () => newId('audit'), wallNow }), ...operatorViewsOn(sql) }),
        ),
      accessToken: needs.tokens.access,
      portalOf: (brand) => portalUrlOf(brand, needs),
      newId: () => newId('operatorView'),
      wallNow,
    }),
    readView: makeReadView(views),
    endView: makeEndView({ views, wallNow }),
    endSessions: operator.endSessions,
    resendMail: operator.resendMail,
    retryJob: operator.redrive,
  };
};
