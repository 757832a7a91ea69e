import { makeClosingOrders, makeClosingRows } from '../adapters/postgres/closing-rows.ts';
import { makeConsentReads, makeConsentRows } from '../adapters/postgres/consent-store.ts';
import { makeExportRows, makeExports, makeRemovals } from '../adapters/postgres/export-store.ts';
import { consentArticles } from '../brands.ts';
import { makeCloseAccount } from '../services/closing/close-account.ts';
import { makeReadClosurePlan } from '../services/closing/closure-plan.ts';
import {
  makeMakeExports,
  makeReadExport,
  makeReadLatestExport,
  makeRequestExport,
  makeSweepClosings,
} from '../services/closing/data-export.ts';
import { makeFinishClosings } from '../services/closing/end-account.ts';
import { makeFinishRemovals } from '../services/closing/remove-at-gateway.ts';
import { makeAnswerArticle, makeReadArticle } from '../services/consent/answer-article.ts';
import { makeChangeSettings } from '../services/consent/change-settings.ts';
import { makeFindConsentWords } from '../services/consent/known-words.ts';
import { makeReadAllReceipts } from '../services/invoices/read-receipts.ts';
import type { RelyingPartyOf } from '../services/passkeys/relying-party.ts';
import type { CloseChallenges } from '../services/payments/close-challenges.ts';
import type { Base } from './base.ts';
import { composeClosingTransaction } from './closing-transaction.ts';

/** Connects consent, data export and account closing, and their background work. */
export const composeClosing = (base: Base, closeChallenges: CloseChallenges, siteOf: RelyingPartyOf) => {
  const { platform, gateway, reads, confirmPassword, inSecurityTransaction } = base;
  const { database, queue, vendor } = base;
  const brandAllows = (brand: string) =>
    Object.values(vendor.brands).some(({ key, canClose }) => key === brand && canClose);
  const inTransaction = composeClosingTransaction(base);
  const { isSavingCard, closingOrder } = makeClosingRows(database, queue);
  const consentReads = makeConsentReads(database);
  const consenting = {
    inTransaction: inSecurityTransaction(makeConsentRows),
    siteOf,
  };
  const exporting = { exports: makeExports(database), inTransaction: inSecurityTransaction(makeExportRows) };
  return {
    services: {
      readClosurePlan: makeReadClosurePlan(platform, {
        reads,
        isSavingCard,
        closingOrder,
        brandAllows,
      }),
      closeAccount: makeCloseAccount(platform, {
        inTransaction,
        confirmPassword,
        closeChallenges,
        brandAllows,
        gateway,
      }),
      requestExport: makeRequestExport(platform, {
        ...exporting,
        confirmPassword,
      }),
      readLatestExport: makeReadLatestExport(platform, exporting),
      readExport: makeReadExport(platform, exporting),
      readArticle: makeReadArticle({ reads: consentReads, articles: consentArticles }),
      answerArticle: makeAnswerArticle(platform, {
        ...consenting,
        articles: consentArticles,
        findWords: makeFindConsentWords(Object.values(vendor.brands).map((brand) => brand.vendor)),
      }),
      changeSettings: makeChangeSettings(platform, {
        ...consenting,
        confirmPassword,
      }),
    },
    work: {
      finishRemovals: makeFinishRemovals(platform, {
        removals: makeRemovals(database),
        gateway,
      }),
      finishClosings: makeFinishClosings(platform, {
        orders: makeClosingOrders(database),
        closeChallenges,
        inTransaction,
      }),
      makeExports: makeMakeExports(platform, {
        ...exporting,
        receiptsOf: makeReadAllReceipts({ reads, payee: vendor.payee, catalogue: base.catalogue }),
      }),
      sweepClosings: makeSweepClosings(platform, exporting),
    },
  };
};
