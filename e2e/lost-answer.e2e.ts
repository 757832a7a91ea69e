import type { Page } from '@playwright/test';
import { becomeBuyer, chargedCents } from './buyer.ts';
import { expectHome } from './identity.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

/** Connection lost between the click on Pay and the response: the order is not forgotten and not charged twice. */

const REVIEW = '/subscriptions/drive?plan=pln_drive_starter_monthly&step=review';
const UNANSWERED = 'Your order has no answer yet';
const ORDERS = '**/api/subscription/subscriptions';
const ACCOUNT = '**/api/account/me';

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const expectUnknown = (page: Page) =>
  expect(page.getByRole('alert')).toContainText("We don't know if your order arrived");

test('[SU-08, INV-12] the request of an order is lost, then the response to the next one: the page explains it, and one charge is made', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_FAILED/);
  await becomeBuyer(page, 'lost', { path: REVIEW });
  await expect(pay(page)).toBeEnabled();

  // The order does not arrive, and the account cannot be loaded: the page sells nothing until the account has loaded.
  await page.route(ORDERS, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('connectionfailed'),
  );
  await page.route(ACCOUNT, (route) => route.abort('connectionfailed'));
  await pay(page).click();
  await expectUnknown(page);
  await page.goto(`${baseUrl()}/#/`);
  await expectHome(page);
  await page.goBack();
  await expect(page.getByText(UNANSWERED)).toBeVisible();
  await expect(pay(page)).toBeDisabled();
  await expectUsable(page, 'an order without an answer');
  await page.unroute(ACCOUNT);
  await page.reload();
  await expect(page.getByText('Did your first order arrive?')).toBeVisible();
  await expect(page.getByText(UNANSWERED)).toHaveCount(0);
  await expect(pay(page)).toBeEnabled();
  expect(await chargedCents(page)).toEqual([]);

  // The same order arrives, and only its response is lost: after a reload the page shows the new plan.
  await page.unroute(ORDERS);
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await pay(page).click();
  await expectUnknown(page);
  await page.unroute(ORDERS);
  await page.reload();
  await expect(page.getByText('You have this plan')).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([3220]);
});
