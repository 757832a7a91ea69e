import { addOperator, knock } from './operators.ts';
import { baseUrl, expect, expectUsable, homeOfServer, test } from './support.ts';

const NEXT = 'an entirely new phrase';

test('[OP-01] [L9] the password shown on the terminal signs in once, and the console asks for another one first', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400.*operator\/sessions/);
  const jo = addOperator(homeOfServer(), 'jo', 'catalogue', 'no');
  await knock(page, baseUrl(), jo);
  await expect(page.getByRole('heading', { name: 'Your password', level: 1 })).toBeVisible();
  await expect(page.getByText('The password you signed in with works only once.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0);
  await expectUsable(page, 'the page of the password');
  await page.getByLabel('Present password').fill(jo.password);
  await page.getByLabel('New password', { exact: true }).fill(NEXT);
  await page.getByLabel('Repeat new password').fill(NEXT);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await knock(page, baseUrl(), jo);
  await expect(page.getByRole('alert')).toContainText("That email and password don't match.");
  await knock(page, baseUrl(), { ...jo, password: NEXT });
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
});
