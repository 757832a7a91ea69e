import { expect, test } from 'vitest';
import { forever, makeCode, redeem, scopeTwoYears } from '../../../test/codes.ts';
import type { Customer } from '../../../test/harness.ts';
import { textsOfPdf } from '../../../test/pdf-text.ts';
import { makeRedemption } from '../../../test/promotions.ts';
import { sendQueuedMails } from '../../../test/sent-mails.ts';
import { START } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

/** Text of the newest receipt in the response, the PDF and the mail. */
const everyWord = async (ada: Customer) => {
  const [receipt] = await h.receipts(ada);
  const pdf = await h.app.inject({
    url: `/api/account/me/receipts/${receipt?.id}.pdf`,
    headers: { 'x-is-at': ada.client.accessToken },
  });
  expect(pdf.statusCode).toBe(200);
  const paper = textsOfPdf(pdf.rawPayload).join(' ');
  return {
    items: receipt?.items,
    words: [JSON.stringify(receipt), paper, ...(await sendQueuedMails(h, ada, 'receipt'))].join(),
  };
};

test('[SU-03] [PY-04] [PY-07] a licence for good has no end on its receipt, its PDF and in its letter', async () => {
  const ada = await h.makeCustomer({ clock: START });
  const { body } = await redeem(ada, await makeCode(h, forever));
  expect(body.receipt?.items).toMatchObject([{ periodStart: START, periodEnd: null }]);
  const { items, words } = await everyWord(ada);
  expect(items).toMatchObject([{ description: 'Scope Ultimate, perpetual license', periodEnd: null }]);
  expect(words).toContain('perpetual license');
  expect(words).not.toContain('2126');
  // The books keep their hundred years, by which the licence is known as one.
  const lines = await h.database.query(
    `SELECT extract(year FROM l.period_end)::int AS year FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
     WHERE i.account_id = $1`,
    [ada.accountId],
  );
  expect(lines).toEqual([{ year: 2126 }]);
});

test('[PR-03] nor has a plan that a promotion gives for ever', async () => {
  const ada = await h.makeCustomer({ clock: START });
  await makeRedemption(ada, 'portal');
  expect((await everyWord(ada)).items).toMatchObject([{ periodEnd: null }]);
});

test('[PY-04] what is given for a time says until when', async () => {
  const ada = await h.makeCustomer({ clock: START });
  await redeem(ada, await makeCode(h, scopeTwoYears));
  const { items, words } = await everyWord(ada);
  expect(items).toMatchObject([{ periodStart: START, periodEnd: '2028-01-10T12:00:00.000Z' }]);
  expect(words).toContain('Jan 10, 2026 to Jan 10, 2028');
});
