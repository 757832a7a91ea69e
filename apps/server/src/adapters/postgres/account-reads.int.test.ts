import type { MailJob } from '@foyer/domain/state/mail-job';
import { expect, test } from 'vitest';
import { makePurchase, START, starterYearly } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';

const h = useHarness();

test('[BY-06] a mail that names the card costs three statements: whom, which card, and to send it', async () => {
  const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
  await makePurchase(ada, starterYearly);
  await h.services.addCard(ada.accountId, 'tok_mastercard');
  const job: MailJob = {
    template: 'card_saved',
    accountId: ada.accountId,
    invoiceId: null,
    subscriptionId: null,
    at: Date.parse(START),
    facts: {},
  };
  const before = h.databaseFaults.statements();
  await h.work.sendMail('00000000-0000-4000-8000-000000000001', job);
  expect(h.databaseFaults.statements() - before).toBeLessThanOrEqual(3);
  const [mail] = await h.mails(ada.email, 1);
  expect(mail?.subject).toMatch(/Mastercard.*4444/);
});
