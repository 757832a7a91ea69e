import type { AccountBooks } from './account-books.ts';
import { couponsOfHistories } from './coupons.ts';

type Report = (invariant: string, what: string) => void;

const usedOf = (books: AccountBooks, couponId: string): number =>
  books.couponRedemptions.filter((row) => row.couponId === couponId && row.status !== 'released').length;

/** Excludes a change within a period: the period was counted at its start. */
const isWholePeriod = (books: AccountBooks, invoiceId: string): boolean =>
  books.lines.some((line) => line.invoiceId === invoiceId && line.kind === 'recurring');

/** Checks that coupons, redemptions and discounted invoices agree (I14, I15, CD-05, INV-6, D7). */
export const checkCoupons = (books: AccountBooks, report: Report): void => {
  for (const { id, discountCycles } of couponsOfHistories) {
    if (usedOf(books, id) > 1) report('I14', `${id} was redeemed ${usedOf(books, id)} times`);
    const lowered = books.allInvoices.filter((row) => row.couponCode === `dsc_${id}` && row.status !== 'void');
    const periods = lowered.filter((row) => isWholePeriod(books, row.id));
    if (discountCycles !== null && periods.length > discountCycles)
      report('CD-05', `${id} lowered ${periods.length} periods of ${discountCycles}`);
    if (lowered.length > 0 && usedOf(books, id) === 0)
      report('INV-6', `${id} lowered an invoice, but counts as unused`);
  }
  for (const { id, status, couponId, subscriptionId } of books.couponRedemptions) {
    if (status === 'released' || books.discounts.some((discount) => discount.id === id)) continue;
    const given = books.allInvoices.some((row) => row.subscriptionId === subscriptionId && row.reason === 'grant');
    if (status === 'applied' && !given) report('INV-6', `${id} used ${couponId} without a grant`);
    if (usedOf(books, couponId) > 1) report('I14', `${couponId} was redeemed ${usedOf(books, couponId)} times`);
  }
  const taken = books.promotionRedemptions.filter(({ status }) => status !== 'released');
  if (new Set(taken.map(({ promotionId }) => promotionId)).size < taken.length)
    report('I14', 'a promotion was taken twice');
  for (const { id, subscriptionIds } of taken.filter(({ status }) => status === 'applied')) {
    const isThere = subscriptionIds.every((given) => books.subscriptions.some((row) => row.id === given));
    if (!isThere || subscriptionIds.length === 0) report('INV-6', `${id} gave nothing`);
  }
  const waiting = [...books.couponRedemptions, ...books.promotionRedemptions].filter(({ status }) => status === 'held');
  const idsOf = (rows: readonly { readonly id: string }[]) =>
    rows
      .map(({ id }) => id)
      .sort()
      .join();
  if (idsOf(waiting) !== idsOf(books.held))
    report('D7', `held in the state: ${idsOf(books.held)}, held redemptions: ${idsOf(waiting)}`);
  // A cleared review applies held redemptions one after the other, so some are still held meanwhile.
  const isReviewed = ['pending', 'cleared'].includes(books.account.exportStatus);
  if (waiting.length > 0 && !isReviewed) report('D7', 'redemptions are held without an open review');
  for (const { id, status, invoiceId, subscriptionId, cyclesLeft } of books.discounts) {
    const redemption = books.couponRedemptions.find((row) => row.id === id);
    const invoice = books.allInvoices.find((row) => row.id === invoiceId);
    if (!redemption) report('I15', `discount ${id} without its redemption`);
    if (redemption?.status === 'released' && status !== 'over') report('I15', `${id} is ${status} and released`);
    if (status === 'pending' && invoice?.status !== 'open')
      report('S2', `${id} waits for an invoice that is ${invoice?.status}`);
    if (cyclesLeft !== null && cyclesLeft < 0) report('CD-05', `${id} has ${cyclesLeft} invoices left`);
    const active = books.discounts.filter((row) => row.subscriptionId === subscriptionId && row.status === 'active');
    if (active.length > 1) report('index', `${subscriptionId} has ${active.length} discounts`);
  }
};
