import type { MailJob } from '@foyer/domain/billing/mail-job';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { expectAllRight, makeHolder, starterYearly } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

test('[BY-06] a mail reads what it speaks of and no more: most of them no subscription, which takes the whole account', async () => {
  const { customer, id } = await makeHolder(h, starterYearly);
  const [receipt] = await h.receipts(customer);
  await h.operator.refund(receipt?.id ?? '', 1_000, { actor: 'jo@vendor.example', reason: 'ticket 4711' });
  await h.advance(customer, { by: 'P360D' });
  await h.operator.endSubscription(id, { actor: 'jo@vendor.example', reason: 'ticket 4711' });
  const jobs = h.queued.filter((job): job is MailJob => !('kind' in job) && job.accountId === customer.accountId);
  const statements: Record<string, number> = {};
  for (const job of jobs) {
    const before = h.databaseFaults.statements();
    await h.work.sendMail(crypto.randomUUID(), job);
    statements[job.template] = h.databaseFaults.statements() - before;
  }
  // Who it goes to, the putting into the mailbox, and: the card; the bill, its lines and its payment; what is held; nothing.
  expect(statements).toEqual({ card_saved: 3, receipt: 5, renewal_notice: 4, refunded: 2, subscription_ended: 3 });
  const mails = await h.mails(customer.email, 5);
  expect(mails.map(({ subject }) => subject)).toContain('Drive Starter has ended');
});
