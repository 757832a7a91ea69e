import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingSettings } from '@foyer/domain/billing/settings';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { readCode } from '@foyer/domain/coupons/typed-code';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { secondFactorPolicy, signInPolicy } from '@foyer/domain/security/lockout';
import { newId } from '../adapters/new-id.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeCustomerReads } from '../adapters/postgres/operator-customers.ts';
import { makeOperatorDoor, operatorStaffOn } from '../adapters/postgres/operator-door.ts';
import { makeListReads } from '../adapters/postgres/operator-lists.ts';
import { makeReviewReads } from '../adapters/postgres/operator-reviews.ts';
import { makeSaleReads } from '../adapters/postgres/operator-sale.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeTimelineReads } from '../adapters/postgres/operator-timeline.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { secretFor } from '../config.ts';
import type { ConsoleServices } from '../http/routes/operator.ts';
import { hashCode } from '../services/billing/find-code.ts';
import { makeChangeOwnPassword } from '../services/console/change-own-password.ts';
import {
  makeListReviews,
  makeReadCustomer,
  makeReadTimeline,
  makeSearchCustomers,
  type ReadCustomerNeeds,
} from '../services/console/customers.ts';
import {
  makeAuthenticateOperator,
  makeOperatorSignIn,
  makeOperatorSignOut,
  type OperatorGuesses,
  readOperatorMe,
} from '../services/console/door.ts';
import { makeListAudit, makeReadWork } from '../services/console/lists.ts';
import { makeListBatches, makeReadBatch, makeReadCatalogue } from '../services/console/sale.ts';
import type { RefuseBadPassword } from '../services/credentials/ports.ts';
import { makeGuessKeys, makeTakeGuess } from '../services/identity/guesses.ts';
import type { IdentityStore, PasswordHasher } from '../services/identity/ports.ts';
import { callerLimits } from '../services/identity/sign-in.ts';
import { makeLookIntoWindow, makeTakeFromWindow } from '../services/rate-windows/take-from-window.ts';
import { refusedUntil } from '../services/refused.ts';
import type { Operator } from './operator.ts';

export interface ConsoleNeeds
  extends Pick<ReadCustomerNeeds, 'readAccount' | 'listSubscriptions' | 'listReceipts' | 'placeOf'> {
  readonly database: Database;
  readonly operator: Operator;
  readonly identity: IdentityStore;
  readonly hasher: PasswordHasher;
  readonly refuseBadPassword: RefuseBadPassword;
  readonly secret: string;
  readonly catalogue: () => Catalogue;
  readonly catalogueFolder: string;
  readonly settings: BillingSettings;
  readonly wallNow: () => Instant;
}

/** threats.md §3 for operators: their own counters, the same limits as for customers. */
const guessesOf = ({ database, identity, secret }: ConsoleNeeds): OperatorGuesses => {
  const keys = makeGuessKeys(secretFor(secret, 'operator failure counters'));
  const takeGuess = makeTakeGuess(identity);
  const look = makeLookIntoWindow(makeRateWindows(database));
  return {
    password: async (folded, address, now, changedAt) => {
      const window = await look(keys.ofCaller(address), now, callerLimits);
      if (!window.allowed) throw refusedUntil(window.retryAt, now);
      await takeGuess(keys.ofEmail(folded), signInPolicy, now, changedAt);
    },
    code: async (id, now) => {
      await takeGuess(keys.ofCode(id, null), secondFactorPolicy, now);
    },
    wrong: async (address, now) => {
      await database.transaction((sql) =>
        makeTakeFromWindow(makeRateWindows(sql))(keys.ofCaller(address), now, callerLimits),
      );
    },
    forgetPassword: (folded) => identity.clearFailures(keys.ofEmail(folded)),
    forgetCode: (id) => identity.clearFailures(keys.ofCode(id, null)),
  };
};

const hashTyped = (typed: string): string | null => {
  const code = readCode(typed);
  return code.ok ? hashCode(code.value.display) : null;
};

/** Joins the console: who may come in, what they see, and what they do, which is what the command line does. */
export const composeConsole = (needs: ConsoleNeeds): ConsoleServices => {
  const { database, operator, wallNow, settings } = needs;
  const guesses = guessesOf(needs);
  const door = { store: makeOperatorDoor(database, () => newId('audit')), wallNow, guesses, hasher: needs.hasher };
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
      ...door,
      oneTimeCodes,
      box: makeSecretBox(needs.secret),
      newSessionId: () => newId('operatorSession'),
    }),
    authenticate: makeAuthenticateOperator(door),
    signOut: makeOperatorSignOut(door),
    readMe: readOperatorMe,
    changePassword: makeChangeOwnPassword({
      ...door,
      refuseBadPassword: needs.refuseBadPassword,
      inTransaction: (run) =>
        database.transaction((sql) =>
          run({ ...operatorStaffOn(sql), ...operatorRowsOn(sql, { newId: () => newId('audit'), wallNow }) }),
        ),
    }),
    search: makeSearchCustomers({ reads, hashCode: hashTyped }),
    readCustomer: makeReadCustomer({ ...needs, reads, describeDevice, answerBy }),
    readTimeline: makeReadTimeline({ reads }),
    listReviews: makeListReviews({ reads, answerBy }),
    readWork: makeReadWork({ reads, listDue: operator.listDue, wallNow }),
    listAudit: makeListAudit({ reads }),
    readCatalogue: makeReadCatalogue({ reads, catalogue: needs.catalogue }),
    listBatches: makeListBatches({ reads }),
    readBatch: makeReadBatch({ reads }),
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
    endSessions: operator.endSessions,
    resendMail: operator.resendMail,
    retryJob: operator.redrive,
  };
};
