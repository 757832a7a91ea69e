import { addOperator, knock, openConsole } from './operators.ts';
import { baseUrl, expect, expectUsable, homeOfServer, test } from './support.ts';

const NEXT = 'an entirely new phrase';

test('[OP-01] an operator changes the password that was shown on the terminal; the old one opens nothing any more', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400.*operator\/sessions/);
  const jo = addOperator(homeOfServer(), 'jo', 'catalogue', 'no');
  await openConsole(page, baseUrl(), jo);
  await page.getByRole('link', { name: 'jo: your password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password', level: 1 })).toBeVisible();
  await expectUsable(page, 'the page of the password');
  await page.getByLabel('Present password').fill(jo.password);
  await page.getByLabel('New password', { exact: true }).fill(NEXT);
  await page.getByLabel('Repeat new password').fill(NEXT);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed. Everywhere else you are signed out.')).toBeVisible();
  await expect(page.getByLabel('Present password')).toHaveValue('');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await knock(page, baseUrl(), jo);
  await expect(page.getByRole('alert')).toContainText("That email and password don't match.");
  await openConsole(page, baseUrl(), { ...jo, password: NEXT });
});
