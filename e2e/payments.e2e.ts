import { readFileSync } from 'node:fs';
import { textsOfPdf } from '../apps/server/test/pdf-text.ts';
import { advance, answerBank, becomeBuyer, boston, openAfresh } from './buyer.ts';
import { callAs } from './identity.ts';
import { runFoyerCommand } from './operators.ts';
import { baseUrl, expect, expectUsable, fillCard, readMails, serverHome, THEMES, test } from './support.ts';

/** 3-D Secure challenges for a new card and for a payment, and the receipt on screen, in print and as PDF. */

/** Starter monthly in Boston: 2975 + 8.25 %. */
const MONTHLY = '$32.20';
/** Card with a challenge on saving and on payments by the customer. Payments without the customer are declined. */
const CHALLENGED_CARD = '4000 0000 0000 3220';

test.use({ colorScheme: THEMES[1].theme, viewport: THEMES[1].viewport });

test('[PM-01, PM-09, PY-01, PY-07, BY-04, BY-06] a new card needs a challenge, a declined renewal stays open until the customer pays it, and its receipt can be downloaded', async ({
  page,
  complaints,
}) => {
  // A challenge, a check before the bank has decided, and a PDF that fails to load.
  complaints.expect(/status of (402|409|503)/);
  await becomeBuyer(page, 'payer');
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });

  // A new card, with a challenge.
  await openAfresh(page, '/payments/method');
  await fillCard(page, CHALLENGED_CARD);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
  await expectUsable(page, 'a card that the bank asks about');
  await answerBank(page, 'Approve');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(page.getByText('•••• 3220').first()).toBeVisible();

  // The renewal cannot be charged without the customer, so it stays open.
  await advance(page, { until: 'next_renewal' });
  await page.reload();
  const pay = page.getByRole('button', { name: `Pay ${MONTHLY}` });
  await expect(pay).toBeVisible();
  await expectUsable(page, 'payments with an open one');

  // The bank declines: the page says so, nothing is charged, and the next click pays.
  await pay.dblclick();
  await answerBank(page, 'Decline');
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await pay.click();
  await answerBank(page, 'Approve');
  await expect(page.getByText(`You paid ${MONTHLY}`)).toBeVisible();
  await expect(pay).toHaveCount(0);
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: MONTHLY });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Paid' })).toHaveCount(2);
  await expectUsable(page, 'payments after paying');

  // The receipt on screen, in print, and as PDF with the same amounts.
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  const article = page.getByRole('article');
  await expect(article).toContainText('•••• 3220');
  const number = /R-\d+/.exec(await article.innerText())?.[0] ?? '';
  const amounts = (text: string) => [...text.matchAll(/\u2212?\$[\d,]+\.\d\d/g)].map(([amount]) => amount);
  /** Downloads the PDF, expects the same amounts as on the screen, and returns its texts. */
  const fileOf = async (): Promise<readonly string[]> => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(`${number}.pdf`);
    const texts = textsOfPdf(readFileSync(await file.path()));
    expect(amounts(texts.join(' ')).toSorted()).toEqual(amounts(await article.innerText()).toSorted());
    return texts;
  };
  // The PDF fails to load at first: a message appears under the buttons, and neither buttons nor receipt move.
  await page.setViewportSize(THEMES[0].viewport);
  const download = page.getByRole('button', { name: 'Download PDF' });
  const parts = [download, page.getByRole('button', { name: 'Print' }), page.getByText(number).last()];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  await page.route('**/receipts/*.pdf', (route) => route.fulfill({ status: 503, json: {} }));
  await page.waitForLoadState('networkidle'); // content that loads later would move them
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  await download.click();
  await expect(page.getByText("The PDF didn't load. Try again.")).toBeVisible();
  expect(await places()).toEqual(before);
  await page.unroute('**/receipts/*.pdf');
  const texts = await fileOf();
  const written = texts.join('').replaceAll(/\s/g, '');
  for (const text of ['Arcwave Scope', number, boston.organization, 'Tax, Boston MA (8.25%)', 'Visa •••• 3220'])
    expect(written).toContain(text.replaceAll(/\s/g, ''));
  await page.emulateMedia({ media: 'print' });
  await expect(article).toBeVisible();
  await expect(article).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect
    .poll(async () => (await article.boundingBox())?.width, 'the receipt fills the printed page')
    .toBeGreaterThan(800);
  for (const control of ['Print', 'Download PDF', 'To next renewal'])
    await expect(page.getByRole('button', { name: control }), control).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  // A partial refund: screen and PDF show the amount, the date, the card, and the remaining total.
  await page.setViewportSize(THEMES[1].viewport);
  runFoyerCommand(serverHome(), ['refund', '--receipt', number, '--cents', '1020']);
  await page.reload();
  await expect(article).toContainText('Partially refunded');
  await expect(article).toContainText('$10.20 refunded');
  await expect(article).toContainText('to Visa •••• 3220');
  await expect(article.getByText('Total after refunds').locator('..')).toContainText('$22.00');
  await expectUsable(page, 'a receipt of which a part went back');
  const refunded = (await fileOf()).join('').replaceAll(/\s/g, '');
  for (const text of ['Partially refunded', 'to Visa •••• 3220', 'Total after refunds', '$22.00'])
    expect(refunded).toContain(text.replaceAll(/\s/g, ''));

  // The mail with the receipt links to the portal.
  const [receipt] = await readMails(page, 'payer', 1, `Receipt for ${MONTHLY}`);
  expect(receipt?.text).toContain(`${baseUrl()}/receipt/`);
});
