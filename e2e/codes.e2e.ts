import type { Page } from '@playwright/test';
import { becomeBuyer, openAfresh } from './buyer.ts';
import { baseUrl, expect, expectUsable, THEMES, test } from './support.ts';

/** Prepaid codes and a coupon: previewed, redeemed once, and never part of the address. */

const REDEEM = '/codes/redeem';

const check = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Prepaid Code').fill(code);
  await page.getByRole('button', { name: 'Check code' }).click();
};

/** Pastes several codes into the one-line field, which then becomes a field with several lines. */
const paste = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Prepaid Code').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.getByRole('button', { name: 'Check codes' }).click();
};

test.use({ colorScheme: THEMES[1].theme, viewport: THEMES[1].viewport });

test('[CD-01, CD-02, CD-03, CD-05, BY-04] a wrong code, a code that needs an address first, several codes at once, then a coupon for a plan', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (404|409).*coupons/); // unknown code, and code that was redeemed before
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await becomeBuyer(page, 'penny', { card: null, address: false });
  await page.getByRole('link', { name: /Redeem code/ }).click();
  await check(page, 'no-such-code');
  await expect(page.getByRole('alert')).toContainText("This code didn't work.");
  await expect(page.getByRole('alert')).toBeFocused();
  await expectUsable(page, 'a wrong code');

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
  await expect(page.getByRole('button', { name: 'Redeem', exact: true })).toBeEnabled();
  await expectUsable(page, 'a valid code');
  await page.getByRole('button', { name: 'Redeem', exact: true }).dblclick();
  await expect(page.getByRole('heading', { name: 'Prepaid Code Redeemed' })).toBeFocused();
  await expectUsable(page, 'a redeemed code');

  // A used code, one that extends the subscription, one that adds a subscription, an unknown one: preview, then redeem.
  await page.getByRole('button', { name: 'Redeem Another Code' }).click();
  await paste(
    page,
    'ppd-drive_DEMO-DRIVE-STARTER-1\nppd-drive_DEMO-DRIVE-STARTER-2, ppd-scope_DEMO-SCOPE-STARTER-1\nno-such-code',
  );
  await expect(page.getByRole('heading', { name: '2 of 4 codes can be redeemed' })).toBeVisible();
  await expectUsable(page, 'a look at several codes');
  await page.getByRole('button', { name: 'Redeem 2 codes' }).click();
  await expect(page.getByRole('heading', { name: '3 of 4 codes redeemed' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveText([
    /Code/,
    /You have redeemed this code already\. Redeemed/,
    /Redeemed/,
    /Redeemed/,
    /Not redeemed/,
  ]);
  expect(page.url()).toBe(`${baseUrl()}/#${REDEEM}`);
  expect(addresses.filter((address) => address.includes('DEMO'))).toEqual([]);

  // 10.00 - 20 % = 8.00 per month, plus 8.25 % tax.
  await openAfresh(page, '/subscriptions/iot?plan=pln_iot_individual_monthly&pay=now');
  await page.getByRole('button', { name: 'Have a coupon?' }).click();
  await expect(page.getByLabel('Have a coupon?')).toBeFocused();
  await page.getByLabel('Have a coupon?').fill('dsc-twenty_DEMO-20-OFF');
  await expectUsable(page, 'the field for a coupon');
  await page.getByRole('button', { name: 'Apply coupon' }).click();
  await expect(page.getByText('$8.66').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add card to continue' }).first()).toBeVisible();
  await expectUsable(page, 'a review with a coupon');
});
