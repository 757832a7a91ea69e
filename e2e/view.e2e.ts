import type { Page } from '@playwright/test';
import { registerAndOpen } from './identity.ts';
import { makeSignedInOperator, openCustomer, openOperatorSite } from './operators.ts';
import { baseUrl, expect, expectUsable, serverHome, test } from './support.ts';

const bar = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'End' }) });

const expectOver = async (page: Page): Promise<void> => {
  await expect(page.locator('body')).toHaveText('This read-only view is over. You can close this tab.');
  expect(new URL(page.url()).pathname).toBe('/view/');
};

test('[OP-02] an operator opens the pages of a customer read-only: a write is refused with its reason, and the ended view shows no data', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 403.*api\/auth\/me\/security\/sessions/); // write in a read-only view
  complaints.expect(/status of 401/); // second tab of the ended view
  await registerAndOpen(page, 'viewed', 'a phrase for the viewed');
  const operatorPage = await context.newPage();
  await openOperatorSite(
    operatorPage,
    baseUrl(),
    await makeSignedInOperator(serverHome(), baseUrl(), 'viewer', 'support'),
  );
  await openCustomer(operatorPage, 'viewed', 'Grace Hopper');
  await operatorPage.getByRole('button', { name: 'See what they see' }).click();
  await operatorPage.getByLabel('Reason').fill('ticket 4711');
  await operatorPage.getByRole('button', { name: 'Begin the view' }).click();
  const link = operatorPage.getByRole('link', { name: 'Open their pages in a new tab' });
  const address = (await link.getAttribute('href')) ?? '';
  const opened = context.waitForEvent('page');
  await link.click();
  const view = await opened;

  await expect(bar(view)).toContainText(/^Read-only view of Grace Hopper for operator Viewer until \d\d:\d\d/i);
  expect(view.url(), 'the token left the address').toBe(`${baseUrl()}/view/#/`);
  await expect(view.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  for (const width of [1280, 375]) {
    await view.setViewportSize({ width, height: 812 });
    await expectUsable(view, `the view at ${width}`);
  }
  await view.getByRole('link', { name: 'Security', exact: true }).first().click();
  await view.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const sessions = view.getByRole('region', { name: "Where you're signed in" });
  await sessions.getByLabel('Account password').fill('any-password');
  await sessions.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(view.getByText('This view is read-only. Nothing was changed.')).toBeVisible();
  await expect(bar(view)).toContainText('This view is read-only: the server refused that, and nothing was changed.');
  await expect(view.getByText("Your account isn't allowed to do this.")).toHaveCount(0);
  // The same link again, pasted into the tab: only the part behind the # changes.
  await view.evaluate((pasted) => location.assign(pasted), address);
  await expect(view.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await expect(view).toHaveURL(`${baseUrl()}/view/#/`);
  await expect(bar(view)).toContainText('Read-only view of Grace Hopper');
  const beside = await context.newPage();
  await beside.goto(address);
  await expect(beside.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await beside.waitForLoadState('networkidle'); // a call of this page that is refused later would end it before the click

  await bar(view).getByRole('button', { name: 'End' }).click();
  await expectOver(view);
  await view.goBack({ waitUntil: 'commit' });
  await expectOver(view);
  await view.reload({ waitUntil: 'commit' });
  await expectOver(view);
  await beside.getByRole('link', { name: 'Security', exact: true }).first().click();
  await expectOver(beside);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' }), 'the customer is signed in').toBeVisible();
});
