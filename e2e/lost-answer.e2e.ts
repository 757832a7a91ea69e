import type { Page, Route } from '@playwright/test';
import { becomeBuyer, chargedCents, openAfresh, standInForInstall } from './buyer.ts';
import { expectHome } from './identity.ts';
import { baseUrl, expect, expectUsable, openSignedIn, test } from './support.ts';

/** The server dies, or the network goes, between the press and the answer: nobody forgets the order, and nobody pays twice (issue 6). */

const UNHEARD = 'Your order has no answer yet';
const FIRST = 'Did your first order arrive?';
const ORDERS = '**/api/subscription/subscriptions';
const ACCOUNT = '**/api/account/me';
const EXTEND = /\/subscriptions\/[^/]+\/maintenance(\/options)?$/;

const pay = (page: Page) => page.getByRole('button', { name: /^(Confirm and )?Pay \$/ });
const said = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible();
const lose = (route: Route) => route.abort('connectionfailed');
/** What is bought gets lost on its way, all else is as ever. */
const loseOrders = (route: Route) => (route.request().method() === 'GET' ? route.fallback() : lose(route));

/** Left for Home, where something else may happen meanwhile, and come back to. */
const homeAndBack = async (page: Page, review: string, meanwhile?: () => Promise<unknown>): Promise<void> => {
  await page.goto(`${baseUrl()}/#/`);
  await expectHome(page);
  await meanwhile?.();
  await page.goBack();
  await expect(page).toHaveURL(review);
};

/** Pressed, unanswered, left for Home and come back to, while the account cannot be asked: under way, and not for sale. */
const leaveAndReturn = async (page: Page, unlose: () => Promise<unknown>): Promise<void> => {
  await expect(pay(page)).toBeEnabled();
  const review = page.url();
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText("We don't know if your order arrived");
  await homeAndBack(page, review);
  await said(page, UNHEARD);
  await expect(pay(page)).toBeDisabled();
  await expectUsable(page, `unanswered: ${review}`);
  // the account answers, and what is held is to be looked at: by the page that is come back to, and not by the one before
  await homeAndBack(page, review, unlose);
  await said(page, FIRST);
  await expect(page.getByText(UNHEARD)).toHaveCount(0);
  await expect(pay(page)).toBeEnabled();
};

/** What stands there once it is bought: before that the page is still at it, or about to leave by itself. */
const BOUGHT = {
  drive: expectHome,
  scope: (page: Page) => expect(page).toHaveURL(/^https:\/\/scope\.arcwave\.example\/install/),
  iot: (page: Page) => said(page, 'Your subscription has been updated.'),
};

for (const [name, path, cents] of [
  ['drive', '/subscriptions/drive?plan=pln_drive_starter_monthly&step=review', 3220],
  ['scope', '/subscriptions/scope?package=pln_scope_starter_monthly&step=review&pay=now', 2165],
  ['iot', '/subscriptions/iot?plan=pln_iot_individual_monthly&pay=now', 1083],
] as const) {
  test(`[SU-08, INV-12] ${name}: an order that got lost is under way until the account answers; sent again it is charged once`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/ERR_CONNECTION_FAILED/);
    await standInForInstall(page);
    await becomeBuyer(page, `lost-${name}`);
    await openAfresh(page, path);
    await expect(pay(page)).toBeEnabled();
    await page.route(ORDERS, loseOrders);
    await page.route(ACCOUNT, lose);
    await leaveAndReturn(page, () => page.unroute(ACCOUNT));
    await page.unroute(ORDERS);
    await pay(page).click();
    await expect(page.getByText(UNHEARD)).toHaveCount(0);
    await BOUGHT[name](page);
    await expect(pay(page)).toHaveCount(0);
    await page.goto(`${baseUrl()}/#/`);
    await expect.poll(() => chargedCents(page)).toEqual([cents]);
  });

  test(`[SU-08, INV-12] ${name}: only the answer got lost; reloaded, the page knows, and pays nothing more for it`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/ERR_CONNECTION_FAILED/);
    await standInForInstall(page);
    await becomeBuyer(page, `unheard-${name}`);
    await openAfresh(page, path);
    await expect(pay(page)).toBeEnabled();
    await page.route(ORDERS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await lose(route);
    });
    await pay(page).click();
    await expect(page.getByRole('alert')).toContainText("We don't know if your order arrived");
    await page.unroute(ORDERS);
    await page.reload();
    if (name === 'scope') {
      // one may have several of these, so that it can be bought once more: as one more, with a bill of its own
      await said(page, 'You have Starter already');
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('foyer.drafts'))).not.toContain('pln_scope');
      await expect(page.getByText(FIRST)).toHaveCount(0);
      await expect.poll(() => chargedCents(page)).toEqual([cents]);
      await pay(page).click();
      await BOUGHT.scope(page);
      await page.goto(`${baseUrl()}/#/`);
      await expect.poll(() => chargedCents(page)).toEqual([cents, cents]);
    } else {
      await said(page, 'You have this plan');
      await expect(pay(page)).toHaveCount(0);
      await expect.poll(() => chargedCents(page)).toEqual([cents]);
    }
  });
}

test('[MA-03, SU-08, INV-12] a licence: an extension that got lost is under way until the licence answers', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_FAILED/);
  await openSignedIn(page, 'pia');
  await page.getByRole('link', { name: 'Extend Ultimate' }).click();
  await page.getByRole('button', { name: 'Choose Extension' }).click();
  await expect(pay(page)).toBeEnabled();
  const charged = await chargedCents(page);
  await page.route(EXTEND, lose);
  await leaveAndReturn(page, () => page.unroute(EXTEND));
  expect(await chargedCents(page)).toEqual(charged);
});
