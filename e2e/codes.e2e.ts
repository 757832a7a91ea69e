import type { Page } from '@playwright/test';
import { boston } from './buyer.ts';
import { callAs, register, signIn } from './identity.ts';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, LOOKS, openSignedIn, signInHere, test } from './support.ts';

/** Prepaid codes and coupons as their owner uses them: looked at first, redeemed once, never in the address bar. */

const REDEEM = '/codes/redeem';
const PASSWORD = 'a prepaid phrase of 2026';
/** Somebody of this journey's own: a code that is redeemed stays so. */
const openAsNewcomer = async (page: Page, name: string, path: string): Promise<void> => {
  await register(page, name, PASSWORD);
  await page.goto(`${baseUrl()}${path}`);
  await signIn(page, name, PASSWORD);
  await expect(page).toHaveURL(`${baseUrl()}/#${path}`);
};

const check = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Prepaid Code').fill(code);
  await page.getByRole('button', { name: 'Check code' }).click();
};

const redeemed = (page: Page) => page.getByRole('heading', { name: 'Prepaid Code Redeemed' });

/** Pasted into the field of one line, which then becomes one for several. */
const paste = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Prepaid Code').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.getByRole('button', { name: 'Check codes' }).click();
};

test('[CD-01, CD-02, CD-03] wrong, without an address, redeemed; a license, its extension, and several at once', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (404|409).*coupons/); // unknown, and redeemed by now
  await openAsNewcomer(page, 'penny', '/');
  await page.getByRole('link', { name: /Redeem code/ }).click();
  await check(page, 'no-such-code');
  await expect(page.getByRole('alert')).toContainText("This code didn't work.");
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('button', { name: 'Use another' }).click();

  await check(page, ' ppd-drive_DEMO-DRIVE-STARTER-1 ');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/address?returnPath=%2Fcodes%2Fredeem`);
  await page.getByLabel('Company').fill('Prepaid Labs');
  await page.getByLabel('Address line 1').fill('2208 S 1st St');
  await page.getByLabel('City').fill('Austin');
  await page.getByRole('combobox', { name: 'State' }).fill('Texas');
  await page.getByLabel('Postal code').fill('78704');
  await page.getByLabel('Postal code').press('Enter');
  await expect(page).toHaveURL(`${baseUrl()}/#${REDEEM}`);
  await expect(page.getByLabel('Prepaid Code')).toHaveValue('ppd-drive_DEMO-DRIVE-STARTER-1');
  await expect(page.getByText('You get Starter today.')).toBeVisible();
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(redeemed(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Open' })).toBeVisible();
  await expectUsable(page, 'a redeemed code');

  await page.getByRole('button', { name: 'Redeem Another Code' }).click();
  await check(page, 'ppd-forever_DEMO-SCOPE-FOREVER-1');
  await expect(page.getByText(/Maintenance is included until/)).toBeVisible();
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(redeemed(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Install' })).toBeVisible();

  await page.getByRole('button', { name: 'Redeem Another Code' }).click();
  await check(page, 'mnt-ultimate_DEMO-MAINTENANCE-1');
  await expect(page.getByText('We picked the one that fits.')).toBeVisible();
  await expect(page.getByText('New end date')).toBeVisible();
  await expectUsable(page, 'a maintenance code');
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(redeemed(page)).toBeVisible();

  // One that is used up, one that prolongs what there is, one that adds: a look, then one by one.
  await page.getByRole('button', { name: 'Redeem Another Code' }).click();
  await paste(
    page,
    'ppd-drive_DEMO-DRIVE-STARTER-1\nppd-drive_DEMO-DRIVE-STARTER-2, ppd-scope_DEMO-SCOPE-STARTER-1\nno-such-code',
  );
  await expect(page.getByRole('heading', { name: '2 of 4 codes can be redeemed' })).toBeVisible();
  await expectUsable(page, 'a look at several codes');
  await page.getByRole('button', { name: 'Redeem 2 codes' }).click();
  await expect(page.getByRole('heading', { name: '2 of 4 codes redeemed' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveText([/Code/, /Not redeemed/, /Redeemed/, /Redeemed/, /Not redeemed/]);
  expect(page.url()).toBe(`${baseUrl()}/#${REDEEM}`);
});

test('[CD-05] a coupon leads to the plans it fits; price, quote, button and receipt agree', async ({ page }) => {
  await openAsNewcomer(page, 'coline', REDEEM);
  await callAs(page, 'POST', '/api/auth/me/addresses', { ...boston, organization: 'Prepaid Labs' });
  await callAs(page, 'POST', '/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' });
  await page.reload();
  await check(page, 'dsc-twenty_DEMO-20-OFF');
  await expect(page.getByRole('heading', { name: '20% discount' })).toBeFocused();
  // each plan on offer once; those that only their holders still have are not for this customer
  await expect(page.getByText('Drive Starter (monthly, yearly)', { exact: true })).toHaveCount(1);
  await expect(page.getByText(/Scope Base/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Use it for Drive' }).click();
  await expect(page).toHaveURL(/\/#\/subscriptions\/drive\?coupon=/);
  // 299.88 − 20 % = 239.90, and 8.25 % of it
  const starter = page.getByRole('group', { name: 'Starter billing' });
  await expect(starter.getByRole('radio', { name: /Yearly.*\$239\.90.*instead of \$299\.88/ })).toBeVisible();
  await expectUsable(page, 'plans with a coupon');
  await page.goto(`${page.url()}&plan=pln_drive_starter_yearly&step=review`);
  const pay = page.getByRole('button', { name: 'Pay $259.69' });
  await expect(pay).toBeEnabled();
  await expect(page.getByText('−$59.98')).toBeVisible();
  await expectUsable(page, 'a review with a coupon');
  await pay.click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  await expect(page.getByText('$259.69').first()).toBeVisible();
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[CD-01, CD-05, BY-04] codes in ${brand}, ${theme}, ${viewport.width} wide`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}${REDEEM}`);
      await signInHere(page, 'ada');
      await page.getByRole('button', { name: 'Check code' }).click();
      await expect(page.getByText('Invalid Coupon Code')).toBeVisible();
      await expectUsable(page, 'an empty code');
      await check(page, 'ppd-drive_DEMO-DRIVE-STARTER-3');
      await expect(page.getByRole('button', { name: 'Redeem', exact: true })).toBeEnabled();
      await expectUsable(page, 'a valid code');
      await page.getByRole('button', { name: 'Use another' }).click();
      await check(page, 'ppd-drive_DEMO-DRIVE-STARTER-3, dsc-twenty_DEMO-20-OFF, ppd-scope_DEMO-SCOPE-STARTER-3');
      await expect(page.getByRole('heading', { name: '2 of 3 codes can be redeemed' })).toBeVisible();
      await expectUsable(page, 'several codes');
      await page.goto(`${addressOf(host)}/#/subscriptions/drive?plan=pln_drive_starter_yearly&step=review`);
      await page.getByRole('button', { name: 'Have a coupon?' }).click();
      await expect(page.getByLabel('Have a coupon?')).toBeFocused();
      await expectUsable(page, 'the field for a coupon');
      await context.close();
    });
  }
}

test('[CD-03] the code is in no address, whatever becomes of it', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await openSignedIn(page, 'ada', REDEEM);
  await check(page, 'ppd-drive_DEMO-DRIVE-STARTER-3');
  await expect(page.getByRole('button', { name: 'Redeem', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  expect(addresses.filter((address) => address.includes('DEMO'))).toEqual([]);
});
