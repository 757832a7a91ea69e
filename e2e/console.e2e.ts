import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { boston } from './buyer.ts';
import { callAs, codeAt, quietStep } from './identity.ts';
import { foyer, knock, openConsole, openCustomer, type SettledOperator, settleOperator } from './operators.ts';
import { type RunningServer, startServer } from './server.ts';
import { emailOf, expect, expectUsable, LOOKS, signInHere, test } from './support.ts';

/**
 * The operators' console in the browser, with a server of its own: what is decided here about the demo customers stays
 * decided, and other journeys need them as they were.
 */

const NEWCOMER = {
  email: emailOf('conny'),
  password: 'a prepaid phrase of 2026',
  firstName: 'Conny',
  lastName: 'Hopper',
};
const address = { ...boston, firstName: 'Conny', organization: 'Prepaid Labs' };

let server: RunningServer;
let chief: SettledOperator;

const openPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();

const openPortal = async (page: Page, name: string, path = '/'): Promise<void> => {
  await page.goto(`${server.url}${path}`);
  await signInHere(page, name);
  await expect(page).toHaveURL(`${server.url}/#${path}`);
};

/** Somebody without a sandbox clock, for whom it is as late as for a code that was just made. */
const openPortalAsNewcomer = async (page: Page, path: string): Promise<void> => {
  const made = await page.request.post(`${server.url}/api/auth/users`, { data: NEWCOMER });
  expect(made.status()).toBe(201);
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Email').fill(NEWCOMER.email);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/#${path}`);
  await callAs(page, 'POST', '/api/auth/me/addresses', address);
  await page.reload();
};

test.beforeAll(async () => {
  test.setTimeout(200_000);
  server = await startServer();
  chief = await settleOperator(server.home, server.url, 'chief', 'admin');
});
test.afterAll(() => server.stop());

test('[OP-01, OP-02] an operator finds pia by her email and gives her credit; it is in her timeline and in the trail', async ({
  page,
}) => {
  // an operator of its own: signing out ends the session that the other tests share
  const leaving = await settleOperator(server.home, server.url, 'leaving', 'admin');
  await openConsole(page, server.url, leaving);
  await openCustomer(page, 'pia', 'Pia Curie');
  expect(page.url(), 'what was searched for stands in no address').not.toContain('pia');
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText('Ultimate');
  await expectUsable(page, 'the page of a customer');

  await page.getByRole('button', { name: 'Give credit' }).click();
  const form = page.getByRole('form', { name: 'Give credit to Pia Curie' });
  await expect(form.getByLabel('Amount in dollars')).toBeFocused();
  await form.getByLabel('Amount in dollars').fill('12.50');
  await form.getByRole('button', { name: 'Give credit' }).click();
  await expect(form.getByLabel('Reason')).toBeFocused();
  await form.getByLabel('Reason').fill('the outage of Tuesday');
  await expectUsable(page, 'a command');
  await form.getByRole('button', { name: 'Give credit' }).click();

  await expect(page.getByText('$12.50 credit given. Account credit is now $12.50.')).toBeVisible();
  const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  const happened = entries.filter({ hasText: 'Operator: Credit given' }).first();
  await expect(happened).toContainText('$12.50');
  await expect(happened).toContainText('the outage of Tuesday');
  await expect(happened).toContainText('leaving');
  await openPage(page, 'Audit trail');
  const newest = page.getByRole('region', { name: 'Audit trail' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Credit given');
  await expect(newest).toContainText('the outage of Tuesday');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Audit trail' })).toBeVisible();
  await expect(page.getByText(/: loading$/)).toHaveCount(0); // what is still asked for would be refused after the end
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('[OP-02, EX-01] the review of max is cleared, and his portal says nothing of it any more', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const portal = await context.newPage();
  await openPortal(portal, 'max');
  await expect(portal.getByText('Account Pending')).toBeVisible();

  await openConsole(page, server.url, chief);
  await openPage(page, 'Export reviews');
  await expect(page.getByText(/An answer is promised by/)).toBeVisible();
  await expectUsable(page, 'the reviews');
  await page.getByRole('button', { name: 'Clear review' }).click();
  await page.getByLabel('Reason').fill('checked by hand');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('The review of Max Planck is cleared.')).toBeVisible();
  await expect(page.getByText('No review waits')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decided reviews' })).toContainText('Cleared');

  await portal.reload();
  await expect(portal.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(portal.getByText('Account Pending')).toBeHidden();
  await context.close();
});

test('[OP-03] a batch of codes is shown and saved once; a customer redeems one of them in the portal', async ({
  page,
  browser,
}) => {
  await openConsole(page, server.url, chief);
  await openPage(page, 'Codes');
  await page.getByRole('button', { name: 'Make codes' }).click();
  const form = page.getByRole('form', { name: 'Make codes' });
  await form.getByLabel('What they are for').fill('=fair, spring');
  await form.getByLabel('How many codes').fill('3');
  await form.getByLabel('Plan').selectOption('pln_drive_starter');
  await form.getByLabel('Reason').fill('the trade fair');
  await expectUsable(page, 'a batch about to be made');
  await form.getByRole('button', { name: 'Make codes' }).click();
  await expect(page.getByRole('heading', { name: '3 codes of “=fair, spring”' })).toBeFocused();
  await expectUsable(page, 'new codes');
  const codes = await page
    .getByRole('region', { name: /^3 codes of/ })
    .getByRole('listitem')
    .allTextContents();
  expect(new Set(codes).size).toBe(3);
  await expect(page.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [head, first] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect([head, first]).toEqual(['code,batch,name', `${codes[0]},${codes[0]?.split('_')[0]},"'=fair, spring"`]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(codes[0] ?? '')).toBeHidden();
  await page.getByRole('link', { name: '=fair, spring' }).click();
  await expect(page.getByText('0 of 3 redeemed')).toBeVisible();

  const context = await browser.newContext();
  const portal = await context.newPage();
  await openPortalAsNewcomer(portal, '/codes/redeem');
  await portal.getByLabel('Prepaid Code').fill(codes[1] ?? '');
  await portal.getByRole('button', { name: 'Check code' }).click();
  await portal.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(portal.getByRole('heading', { name: 'Prepaid Code Redeemed' })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText('1 of 3 redeemed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Redemptions' })).toContainText(NEWCOMER.email);
  await expectUsable(page, 'a batch');
});

test('[OP-01, OP-02] support comes in with a second step and may not refund', async ({ page, complaints }) => {
  complaints.expect(/status of 400.*operator\/sessions/); // the password alone is not enough
  const helper = await settleOperator(server.home, server.url, 'helper', 'support');
  await knock(page, server.url, helper);
  await page.getByLabel('One-time code').fill(codeAt(helper.secret, await quietStep()));
  await openCustomer(page, 'pia', 'Pia Curie');
  const refund = page.getByRole('button', { name: 'Refund' }).first();
  await expect(refund).toHaveAttribute('aria-disabled', 'true');
  await expect(refund).toHaveAccessibleDescription('Needs the billing role');
  await refund.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reason')).toBeHidden();
  await expectUsable(page, 'a customer without the role for money');
  await expect(page.getByRole('link', { name: 'Audit trail' })).toHaveCount(0);
});

/** Words of the record as it is stored, which a German page has in German. */
const STORED =
  /grant|credit given|sign(ed)? in|succeeded|\bpaid|renewed|activated|trial|yearly|monthly|active\b|receipt|customer|support|billing|production/i;

test('[BY-05, OP-02] on a phone in German: records in German words, and each row of a table stands alone', async ({
  browser,
}) => {
  foyer(server.home, ['grant-credit', '--account', emailOf('pia'), '--cents', '900']);
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 375, height: 812 } });
  const page = await context.newPage();
  await openConsole(page, server.url, chief);
  await page.getByRole('searchbox').fill(emailOf('pia'));
  await page.getByRole('searchbox').press('Enter');

  const look = async (name: string): Promise<void> => {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText(/: Daten werden geladen$/)).toHaveCount(0);
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await expectUsable(page, name);
    await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
    const wider = await page
      .locator('section:has(> table)')
      .evaluateAll((frames) => frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(wider, `tables of ${name} that scroll`).toBe(0);
  };
  await look('Kunden');
  await page.getByRole('link', { name: 'Pia Curie' }).click();
  await look('Pia Curie');
  const main = page.getByRole('main');
  const words = (await main.innerText()).replaceAll(/\S+@\S+/g, '');
  expect(words.split('\n').filter((line) => STORED.test(line))).toEqual([]);
  await expect(main.getByRole('region', { name: 'Aktivität' })).toContainText('Operator: Guthaben gegeben');
  for (const name of ['Exportprüfungen', 'Codes', 'Katalog', 'Aufgaben', 'Protokoll']) {
    await page.getByRole('navigation', { name: 'Konsole' }).getByRole('link', { name, exact: true }).click();
    await look(name);
  }
  await context.close();
});

/** 200 % on a screen of 1280 × 900 is half as many pixels of the page's own. */
const ZOOMED = { theme: 'light', viewport: { width: 640, height: 450 } } as const;

for (const { theme, viewport } of [...LOOKS, ZOOMED])
  test(`[OP-01, OP-02, OP-03, OP-04] every page at ${viewport.width} in ${theme} is usable`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, colorScheme: theme });
    const page = await context.newPage();
    await page.goto(`${server.url}/console/`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectUsable(page, 'the door');
    await openConsole(page, server.url, chief);
    for (const name of ['Customers', 'Export reviews', 'Codes', 'Catalogue', 'Work', 'Audit trail']) {
      await openPage(page, name);
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page.getByText(/: loading$/)).toHaveCount(0);
      await expectUsable(page, name);
      await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
    }
    await page.getByRole('searchbox').fill(emailOf('pia'));
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'Pia Curie' }).click();
    await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible();
    await expect(page.getByText(/: loading$/)).toHaveCount(0);
    await expectUsable(page, 'a customer');
    await page.screenshot({ path: test.info().outputPath('customer.png'), fullPage: true });
    await context.close();
  });
