import { addMonths } from '../dates/months.ts';
import type { AccountBooks } from './account-books.ts';
import { text } from './moments.ts';

/**
 * Checks that maintenance periods follow each other, and that each bought period has a paid invoice and a purchase
 * (I21, I22).
 */
export const checkMaintenance = (books: AccountBooks, report: (invariant: string, what: string) => void): void => {
  for (const { id, term, currentPeriodStart, currentPeriodEnd } of books.subscriptions) {
    if (term === 'perpetual' && currentPeriodEnd !== addMonths(currentPeriodStart, 1200))
      report('I21', `${id} lasts until ${text(currentPeriodEnd)}`);
    const chain = books.maintenance
      .filter((period) => period.subscriptionId === id)
      .sort((a, b) => a.startsAt - b.startsAt);
    chain.forEach((period, index) => {
      const before = chain[index - 1];
      if (before && before.expiresAt !== period.startsAt) report('I21', `${period.id} does not follow ${before.id}`);
      if (period.expiresAt <= period.startsAt) report('I21', `${period.id} is empty`);
    });
  }
  for (const purchase of books.purchases) {
    const { id, invoiceId, status, forSubscriptionId } = purchase;
    const invoice = books.allInvoices.find((candidate) => candidate.id === invoiceId);
    const periods = books.maintenance.filter(({ source, sourceId }) => source === 'purchase' && sourceId === id);
    const expected = { pending: 'open', success: 'paid', failed: 'void' }[status];
    if (invoice?.status !== expected) report('I22', `${id} is ${status}, its invoice ${invoice?.status}`);
    if (periods.length !== (status === 'success' ? 1 : 0))
      report('I22', `${id} is ${status}, periods ${periods.length}`);
    if (periods.some((period) => period.subscriptionId !== forSubscriptionId)) report('I22', `${id}: another licence`);
  }
  const pending = books.purchases.filter(({ status }) => status === 'pending').map((row) => row.forSubscriptionId);
  if (new Set(pending).size < pending.length) report('index', 'two purchases for one licence are pending');
};
