import type { Page } from '@playwright/test';
import { becomeBuyer, chargedCents } from './buyer.ts';
import { expect, expectUsable, THEMES, test } from './support.ts';

const IOT = '/subscriptions/iot';

/** Distance in px of the button that closes the notice from the upper right corner of the notice. */
const offsetOfDismiss = async (page: Page) => {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  const button = await dismiss.boundingBox();
  const notice = await dismiss.locator('xpath=ancestor::div[@tabindex]').boundingBox();
  return button && notice && [button.y - notice.y, notice.x + notice.width - button.x - button.width].map(Math.round);
};

test.use({ colorScheme: THEMES[1].theme, viewport: THEMES[1].viewport });

test('[IO-01, IO-02] a customer starts a trial, buys the plan for the amount shown, requests Enterprise beside it, and withdraws the request', async ({
  page,
}) => {
  await becomeBuyer(page, 'meter', { path: IOT });
  const due = page.getByRole('term').filter({ hasText: 'Due today' }).locator('xpath=../dd');
  await expect(page.getByRole('radio', { name: 'Student' })).toBeDisabled();
  await expect(page.getByText('$109.12')).toBeVisible();
  await expect(due).toHaveText('$0.00');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your subscription has been updated.');
  await expect(page.getByRole('region', { name: /Individual/ })).toContainText('Trial');

  await page.getByRole('radio', { name: 'Monthly' }).check();
  await expect(due).toHaveText('$10.83');
  await page.getByRole('button', { name: 'Pay $10.83' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your subscription has been updated.');
  await expect(page.getByText('Paid $10.83.')).toBeVisible();
  expect(await offsetOfDismiss(page)).toEqual([7, 7]);
  const current = page.getByRole('region', { name: /Individual, monthly/ });
  await expect(current).toBeVisible();
  await page.setViewportSize(THEMES[0].viewport);
  expect(await offsetOfDismiss(page)).toEqual([7, 7]);
  await page.setViewportSize(THEMES[1].viewport);

  await page.getByRole('radio', { name: 'Enterprise' }).check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert')).toContainText(
    /contacting you shortly. Individual doesn't change until we have agreed/,
  );
  const request = page.getByRole('region', { name: /Enterprise/ });
  await expect(request).toContainText('Requested on');
  await expect(current).toContainText('for $10.83 including tax');
  await expectUsable(page, IOT);
  await request.getByRole('button', { name: 'Withdraw request' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your request is withdrawn.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(request).toHaveCount(0);
  await expect(current).toContainText('for $10.83 including tax');
  expect(await chargedCents(page)).toEqual([1083]);
});
