import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { newId } from '../adapters/new-id.ts';
import { type BillingStoreNeeds, billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { makeClosingRows } from '../adapters/postgres/closing-rows.ts';
import { makeConsentReads, makeConsentRows } from '../adapters/postgres/consent-store.ts';
import type { Database, Sql } from '../adapters/postgres/database.ts';
import { makeExportRows, makeExports, makeRemovals } from '../adapters/postgres/export-store.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import type { Vendor } from '../brands.ts';
import { consentArticles } from '../brands.ts';
import type { BillingReads, PaymentGateway } from '../services/billing/ports.ts';
import { makeReadAllReceipts } from '../services/billing/read-account.ts';
import { makeAnswerArticle, makeReadArticle } from '../services/consent/answer-article.ts';
import { makeChangeSettings } from '../services/consent/change-settings.ts';
import { makeFindConsentWords } from '../services/consent/known-words.ts';
import { tellOwner } from '../services/identity/security-mail.ts';
import { makeCloseAccount } from '../services/leaving/close-account.ts';
import { makeReadClosurePlan } from '../services/leaving/closure-plan.ts';
import {
  makeMakeExports,
  makeReadExport,
  makeReadLatestExport,
  makeRequestExport,
  makeSweepLeavings,
} from '../services/leaving/data-export.ts';
import type { ConfirmPassword } from '../services/leaving/ports.ts';
import { makeFinishRemovals } from '../services/leaving/remove-at-gateway.ts';
import type { OriginFacts } from '../services/place/ports.ts';
import type { InSecurityTransaction } from './needs.ts';

export interface LeavingNeeds {
  readonly database: Database;
  readonly queue: Pick<JobQueue, 'enqueueMails' | 'dropMails'>;
  readonly wallNow: () => Instant;
  readonly billing: BillingStoreNeeds;
  readonly reads: BillingReads;
  readonly gateway: PaymentGateway;
  readonly inSecurityTransaction: InSecurityTransaction;
  readonly confirmPassword: ConfirmPassword;
  readonly originFacts: OriginFacts;
  readonly closeChallenges: (accountId: string) => Promise<void>;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly vendor: Vendor;
  readonly siteOf: (hostname: string) => { readonly origin: string };
  readonly wait: (ms: number) => Promise<void>;
  readonly kick: () => void;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Joins consent, the customer's export and closing; the second half is the work that goes on behind them. */
export const composeLeaving = (needs: LeavingNeeds) => {
  const { gateway, reads, ruleContext, confirmPassword, inSecurityTransaction, wait, onFault } = needs;
  const { database, wallNow, queue, billing, vendor } = needs;
  const brandAllows = (brand: string) =>
    Object.hasOwn(vendor.brands, brand) && vendor.brands[brand as 'drive'].canClose;
  const closingRows = (sql: Sql) => makeClosingRows(sql, queue);
  const consentReads = makeConsentReads(database);
  const consenting = {
    inTransaction: inSecurityTransaction(makeConsentRows),
    siteOf: needs.siteOf,
    newId: () => newId('consent'),
    wallNow,
  };
  const exporting = { exports: makeExports(database), inTransaction: inSecurityTransaction(makeExportRows), wallNow };
  return {
    services: {
      readClosurePlan: makeReadClosurePlan({
        reads,
        isSavingCard: closingRows(database).isSavingCard,
        brandAllows,
        ruleContext,
      }),
      closeAccount: makeCloseAccount({
        inTransaction: inSecurityTransaction((sql) => ({
          ...billingStoreOn(sql, billing),
          ...closingRows(sql),
        })),
        confirmPassword,
        closeChallenges: needs.closeChallenges,
        brandAllows,
        ruleContext,
        gateway,
        wait,
        wallNow,
      }),
      requestExport: makeRequestExport({
        ...exporting,
        confirmPassword,
        newId: () => newId('dataExport'),
        kick: needs.kick,
      }),
      readLatestExport: makeReadLatestExport(exporting),
      readExport: makeReadExport(exporting),
      readArticle: makeReadArticle({ reads: consentReads, articles: consentArticles }),
      answerArticle: makeAnswerArticle({
        ...consenting,
        articles: consentArticles,
        findWords: makeFindConsentWords(Object.values(vendor.brands).map((brand) => brand.vendor)),
      }),
      changeSettings: makeChangeSettings({
        ...consenting,
        confirmPassword,
        tellOwner,
        originFacts: needs.originFacts,
      }),
    },
    work: {
      finishRemovals: makeFinishRemovals({
        removals: makeRemovals(database),
        gateway,
        wait,
        wallNow,
        onFault: (error, customerRef) => onFault(error, `removal of customer ${customerRef} at the gateway`),
      }),
      makeExports: makeMakeExports({
        ...exporting,
        receiptsOf: makeReadAllReceipts({ reads, payee: vendor.payee }),
        tellOwner,
        onFault: (error, id) => onFault(error, `export ${id}`),
      }),
      sweepLeavings: makeSweepLeavings(exporting),
    },
  };
};
