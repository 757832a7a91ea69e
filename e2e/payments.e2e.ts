import { readFileSync } from 'node:fs';
import { textsOfPdf } from '../apps/server/test/pdf-text.ts';
import { advance, answerBank, becomeBuyer, boston, openAfresh } from './buyer.ts';
import { callAs } from './identity.ts';
import { foyer } from './operators.ts';
import { baseUrl, expect, expectUsable, fillCard, homeOfServer, LOOKS, readMails, test } from './support.ts';

/** A challenge of the bank for a card and for a payment, in its window, and the receipt on screen, on paper and as a file. */

/** Starter monthly in Boston: 2975 + 8.25 %. */
const MONTHLY = '$32.20';
/** Challenged when the card is saved and whenever the customer is there; refused when they are not. */
const CHALLENGED_CARD = '4000 0000 0000 3220';

test.use({ colorScheme: LOOKS[1].theme, viewport: LOOKS[1].viewport });

test('[PM-01, PM-09, PY-01, PY-07, BY-04, BY-06] the bank asks, a renewal stays open and is paid at once, and its receipt is kept', async ({
  page,
  complaints,
}) => {
  // a card or payment that the bank asks about, a look before it has decided, and a PDF that does not come
  complaints.expect(/status of (402|409|503)/);
  await becomeBuyer(page, 'payer');
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });

  // A new card, which the bank asks about.
  await openAfresh(page, '/payments/method');
  await fillCard(page, CHALLENGED_CARD);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
  await expectUsable(page, 'a card that the bank asks about');
  await answerBank(page, 'Approve');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(page.getByText('•••• 3220').first()).toBeVisible();

  // It cannot be charged while nobody is there to ask: the renewal stays open.
  await advance(page, { until: 'next_renewal' });
  await page.reload();
  const pay = page.getByRole('button', { name: `Pay ${MONTHLY}` });
  await expect(pay).toBeVisible();
  await expectUsable(page, 'payments with an open one');

  // Declined at the bank: said, nothing lost, and paid with the next press.
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

  // The receipt: on the screen, on paper, and as a file with the same figures.
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  const paper = page.getByRole('article');
  await expect(paper).toContainText('•••• 3220');
  const number = /R-\d+/.exec(await paper.innerText())?.[0] ?? '';
  const amounts = (text: string) => [...text.matchAll(/\u2212?\$[\d,]+\.\d\d/g)].map(([amount]) => amount);
  /** The texts of the file, whose figures are those on the screen. */
  const fileOf = async (): Promise<readonly string[]> => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(`${number}.pdf`);
    const said = textsOfPdf(readFileSync(await file.path()));
    expect(amounts(said.join(' ')).toSorted()).toEqual(amounts(await paper.innerText()).toSorted());
    return said;
  };
  // The file does not come at first: said under the buttons, and neither these nor the paper move.
  await page.setViewportSize(LOOKS[0].viewport);
  const download = page.getByRole('button', { name: 'Download PDF' });
  const parts = [download, page.getByRole('button', { name: 'Print' }), page.getByText(number).last()];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  await page.route('**/receipts/*.pdf', (route) => route.fulfill({ status: 503, json: {} }));
  await page.waitForLoadState('networkidle'); // nothing comes in any more that could move them
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  await download.click();
  await expect(page.getByText("The PDF didn't load. Try again.")).toBeVisible();
  expect(await places()).toEqual(before);
  await page.unroute('**/receipts/*.pdf');
  const texts = await fileOf();
  const written = texts.join('').replaceAll(/\s/g, '');
  for (const said of ['Arcwave Scope', number, boston.organization, 'Tax, Boston MA (8.25%)', 'Visa •••• 3220'])
    expect(written).toContain(said.replaceAll(/\s/g, ''));
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect.poll(async () => (await paper.boundingBox())?.width, 'the paper has the page').toBeGreaterThan(800);
  for (const control of ['Print', 'Download PDF', 'To next renewal'])
    await expect(page.getByRole('button', { name: control }), control).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  // A part of it goes back: how much, when and to which card is on the screen and in the file, and what is left.
  await page.setViewportSize(LOOKS[1].viewport);
  foyer(homeOfServer(), ['refund', '--invoice', number, '--cents', '1020']);
  await page.reload();
  await expect(paper).toContainText('Partially refunded');
  await expect(paper).toContainText('$10.20 refunded');
  await expect(paper).toContainText('to Visa •••• 3220');
  await expect(paper.getByText('Total after refunds').locator('..')).toContainText('$22.00');
  await expectUsable(page, 'a receipt of which a part went back');
  const refunded = (await fileOf()).join('').replaceAll(/\s/g, '');
  for (const said of ['Partially refunded', 'to Visa •••• 3220', 'Total after refunds', '$22.00'])
    expect(refunded).toContain(said.replaceAll(/\s/g, ''));

  // Its mail leads to the portal.
  const [receipt] = await readMails(page, 'payer', 1, `Receipt for ${MONTHLY}`);
  expect(receipt?.text).toContain(`${baseUrl()}/receipt/`);
});
