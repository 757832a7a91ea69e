import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { textsOfPdf } from '../apps/server/test/pdf-text.ts';
import { aReceipt } from '../apps/web/src/testing/receipts.ts';
import { answerBank, boston } from './buyer.ts';
import { callAs, expectHome, signIn } from './identity.ts';
import { foyer } from './operators.ts';
import {
  addressOf,
  BRANDS,
  emailOf,
  expect,
  expectUsable,
  fillCard,
  homeOfServer,
  LOOKS,
  openSignedIn,
  readMails,
  test,
} from './support.ts';

/** Paying: a bank that asks, a payment that stays open and is paid at once, the receipt on paper. */

const PASSWORD = 'correct-horse-2026';
/** Starter monthly in Boston: 2975 + 8.25 %. */
const MONTHLY = '$32.20';
/** Asks when the card is saved and whenever the customer is there; refused when they are not. */
const ASKING_CARD = '4000 0000 0000 3220';

const address = { ...boston, organization: 'Łódź Compilers 山田' };

/** A newcomer of a brand with a good card who bought drive Starter monthly, on a clock of their own. */
const makeCustomer = async (page: Page, host: string, name: string): Promise<void> => {
  await page.goto(`${addressOf(host)}/id/`);
  const user = { email: emailOf(name), password: PASSWORD, firstName: 'Grace', lastName: 'Hopper' };
  const registered = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/auth/users', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    user,
  );
  expect(registered).toBe(201);
  await signIn(page, name, PASSWORD);
  await expectHome(page);
  await callAs(page, 'POST', '/api/account/me/clock');
  await callAs(page, 'POST', '/api/auth/me/addresses', address);
  const card = { number: '4242424242424242', expMonth: 4, expYear: 2040, cvc: '123' };
  const { id: token } = await callAs<{ id: string }>(page, 'POST', '/sandbox/tokens', card);
  await callAs(page, 'POST', '/api/account/me/payment_methods', { type: 'stripe', token });
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
  // all of it behind the back of the page
  await page.reload();
  await expectHome(page);
};

const toNextRenewal = async (page: Page): Promise<void> => {
  await callAs(page, 'POST', '/api/account/me/clock/advance', { until: 'next_renewal' });
  await expect
    .poll(async () => (await callAs<{ status: string }>(page, 'GET', '/api/account/me/clock')).status)
    .toBe('ready');
};

for (const [index, { brand, host }] of BRANDS.entries()) {
  const { theme, viewport } = LOOKS[index] ?? LOOKS[0];

  test.describe(`${brand}, ${theme}, ${viewport.width}`, () => {
    test.use({ colorScheme: theme, viewport });

    test('[PM-01, PM-09, PY-01, PY-07, BY-04, BY-06] the bank asks, a renewal stays open and is paid at once, and its receipt is kept', async ({
      page,
      complaints,
    }) => {
      // a card or payment that the bank asks about, and a look before it has decided
      complaints.expect(/status of (402|409)/);
      const name = `payer-${index}`;
      await makeCustomer(page, host, name);
      const portal = addressOf(host);

      // A new card, which the bank asks about.
      await page.goto(`${portal}/#/payments/method`);
      await fillCard(page, ASKING_CARD);
      await page.getByRole('button', { name: 'Save card' }).click();
      await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
      await expectUsable(page, 'a card that the bank asks about');
      await answerBank(page, 'Approve');
      await expect(page).toHaveURL(`${portal}/#/payments`);
      await expect(page.getByText('•••• 3220').first()).toBeVisible();

      // It cannot be charged while nobody is there to ask: the renewal stays open.
      await toNextRenewal(page);
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
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download PDF' }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe(`${number}.pdf`);
        const said = textsOfPdf(readFileSync(await file.path()));
        expect(amounts(said.join(' ')).toSorted()).toEqual(amounts(await paper.innerText()).toSorted());
        return said;
      };
      const texts = await fileOf();
      const written = texts.join('').replaceAll(/\s/g, '');
      for (const said of [brand, number, address.organization, 'Tax, Boston MA (8.25%)', 'Visa •••• 3220'])
        expect(written).toContain(said.replaceAll(/\s/g, ''));
      await page.emulateMedia({ media: 'print' });
      await expect(paper).toBeVisible();
      await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await expect
        .poll(async () => (await paper.boundingBox())?.width, 'the paper has the page')
        .toBeGreaterThan(Math.min(viewport.width * 0.8, 800));
      for (const control of ['Print', 'Download PDF', 'To next renewal'])
        await expect(page.getByRole('button', { name: control }), control).toBeHidden();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await page.emulateMedia({ media: 'screen' });

      // A part of it goes back: how much, when and to which card is on the screen and in the file, and what is left.
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

      // Its mails lead to the portal of the customer's own brand.
      const [receipt] = await readMails(page, name, 1, `Receipt for ${MONTHLY}`);
      expect(receipt?.text).toContain(`${portal}/receipt/`);
    });
  });
}

test('[PY-07] a PDF that does not come: said under the buttons, and neither these nor the paper move', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  await page.route('**/receipts/inv_1', (route) => route.fulfill({ json: aReceipt() }));
  await page.route('**/receipts/inv_1.pdf', (route) => route.fulfill({ status: 503, json: {} }));
  await openSignedIn(page, 'ada', '/receipt/inv_1');
  const button = page.getByRole('button', { name: 'Download PDF' });
  const parts = [button, page.getByRole('button', { name: 'Print' }), page.getByText('R-000042').last()];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle'); // nothing comes in any more that could move them
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  await button.click();
  await expect(page.getByText("The PDF didn't load. Try again.")).toBeVisible();
  expect(await places()).toEqual(before);
});
