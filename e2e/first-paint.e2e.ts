import { expectTitleAtFirstPaint } from './first-title.ts';
import { register, signIn } from './identity.ts';
import { baseUrl, expect, test } from './support.ts';

const PASSWORD = 'a perfectly fine phrase';

test('[HO-01, SH-12] Home greets by name before its bundle has loaded, and no name is stored after signing out', async ({
  page,
}) => {
  await register(page, 'early', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'early', PASSWORD);
  await expectTitleAtFirstPaint(page);

  await page.goto(`${baseUrl()}/#/signout`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${baseUrl()}/version`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Grace');
});
