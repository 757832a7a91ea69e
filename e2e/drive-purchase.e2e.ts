import type { Page } from '@playwright/test';
import { becomeBuyer, chargedCents, openInSecondTab } from './buyer.ts';
import { expectHome } from './identity.ts';
import { expect, expectUsable, test } from './support.ts';

/** A double click, a second tab and the Back button during a purchase: one charge, and every tab shows the new plan. */

const MONTHLY = '/subscriptions/drive?plan=pln_drive_starter_monthly&step=review';
/** Starter monthly in Boston: 2975 + 8.25 %. */
const PAY = 'Pay $32.20';

const expectHeld = async (page: Page): Promise<void> => {
  await expect(page.getByText('You have this plan')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
};

test('[DR-04, DR-05] a double click, a second tab, then Back: charged once, and both tabs show the new plan', async ({
  page,
}) => {
  await becomeBuyer(page, 'hasty', { path: MONTHLY });
  const second = await openInSecondTab(page, MONTHLY);
  for (const tab of [second, page]) await expect(tab.getByRole('button', { name: PAY })).toBeEnabled();
  await page.getByRole('button', { name: PAY }).dblclick();
  await expectHome(page);
  await expectHeld(second);
  // Back leads to the choice, with the new plan (decision 94)
  await page.goBack();
  await expect(page.getByRole('region', { name: /Starter, monthly/ })).toContainText('for $32.20 including tax');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expectUsable(page, 'back after paying');
  expect(await chargedCents(page)).toEqual([3220]);
});
