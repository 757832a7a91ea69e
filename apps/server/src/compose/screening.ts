import { newId } from '../adapters/new-id.ts';
import { billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { decidingRowsOn, makeScreeningReads } from '../adapters/postgres/review-rows.ts';
import { makeClearReview, makeDenyReview } from '../services/operator/decide-review.ts';
import type { InReviewTransaction } from '../services/operator/review-ports.ts';
import type { CommandBase } from './base.ts';

/** Number of reviews that the CLI lists; the operator site has pages. */
const LISTED = 100;

/** Connects the decisions of export reviews, for the CLI and the operator site. */
export const composeScreening = ({ platform, database, billingStore }: CommandBase) => {
  const inTransaction: InReviewTransaction = (run) =>
    database.transaction((sql) => {
      const { record } = operatorRowsOn(sql, { newId: () => newId('audit'), wallNow: platform.wallNow });
      return run({ ...billingStoreOn(sql, billingStore), ...decidingRowsOn(sql), record });
    });
  const deciding = { inTransaction };
  return {
    listReviews: () => makeScreeningReads(database).waiting(LISTED),
    clearReview: makeClearReview(platform, deciding),
    denyReview: makeDenyReview(platform, deciding),
  };
};
