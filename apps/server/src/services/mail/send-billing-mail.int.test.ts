import type { MailJob } from '@foyer/domain/state/mail-job';
import { expect, test } from 'vitest';
import type { CustomerRow } from '../../../test/customers.ts';
import { jo, makeScreenedCustomer, reviewOf } from '../../../test/export-reviews.ts';
import { codeOf, makeRedemption, redeemPromotion } from '../../../test/promotions.ts';
import { makeHolder, makePurchase, START, starterYearly } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

/** Sends the queued mails of a customer. Returns the number of SQL statements by template. */
const statementsByTemplate = async ({ accountId }: CustomerRow): Promise<Record<string, number>> => {
  const jobs = h.queued.filter((job): job is MailJob => !('kind' in job) && job.accountId === accountId);
  const statements: Record<string, number> = {};
  for (const job of jobs) {
    const before = h.databaseFaults.statements();
    await h.work.sendMail(crypto.randomUUID(), job);
    statements[job.template] = h.databaseFaults.statements() - before;
  }
  return statements;
};

test('[BY-06] a mail reads the parts that its text needs, and never the whole account', async () => {
  const { customer, id } = await makeHolder(h, starterYearly);
  const [receipt] = await h.receipts(customer);
  await h.operator.refund(receipt?.id ?? '', 1_000, { actor: 'jo@vendor.example', reason: 'ticket 4711' });
  await h.advance(customer, { by: 'P360D' });
  await h.operator.endSubscription(id, { actor: 'jo@vendor.example', reason: 'ticket 4711' });
  // Two for the recipient and the mailbox; the others read the card, the receipt, or the subscription.
  expect(await statementsByTemplate(customer)).toEqual({
    card_saved: 3,
    receipt: 6,
    renewal_notice: 4,
    refunded: 2,
    subscription_ended: 3,
  });
  const mails = await h.mails(customer.email, 5);
  expect(mails.map(({ subject }) => subject)).toContain('Drive Starter has ended');
});

test('[BY-06] [BY-03] a mail with a coming price has it in its job and reads no prices', async () => {
  const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
  await makePurchase(ada, { planId: 'pln_drive_ultimate', interval: 'yearly', trial: true, transitionAtEnd: true });
  await makeRedemption(ada, 'tbs1k');
  await makePurchase(ada, { planId: 'pln_iot_enterprise' });
  expect(await statementsByTemplate(ada)).toEqual({
    card_saved: 3,
    trial_started: 3,
    promotion_redeemed: 3,
    sales_lead: 3,
  });
  const mails = await h.mails(ada.email, 3);
  const texts = mails.map(({ text }) => text).join('\n');
  expect(texts).toContain('it becomes a paid plan for');
  expect(texts).toContain('Then Drive Starter renews for $324.62, tax included');
});

test('[EX-01] the mail about a promotion that was kept during a review has the coming price in its job too', async () => {
  const eve = await makeScreenedCustomer(h, { card: 'tok_visa', clock: START });
  expect((await redeemPromotion(eve, await codeOf(eve, '2-series'))).status).toBe(403);
  await h.operator.clearReview(await reviewOf(h, eve), jo);
  expect(await statementsByTemplate(eve)).toMatchObject({ review_opened: 2, review_cleared: 2, held_applied: 3 });
  const [mail] = (await h.mails(eve.email, 3)).filter(({ subject }) => subject.includes('2-series is on your account'));
  expect(mail?.text).toContain('renews for $324.62, tax included');
});
