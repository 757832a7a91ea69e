import type { Browser, Page } from '@playwright/test';
import { baseUrl, expect, expectUsable, test } from './support.ts';

/** Plain error page, part of the HTML, shown if the portal cannot start. */

/** Opens a path in a new browser context with an empty cache, in which requests for `file` fail. */
const openWithout = async (browser: Browser, file: RegExp, path: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.route(file, (route) => route.abort());
  await page.goto(`${baseUrl()}${path}`);
  return page;
};

const BROKEN = 'Something broke on our side';

test('[SH-16] a bundle that does not load: the plain error page appears, and Try again opens the same address', async ({
  browser,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  for (const file of [/assets\/portal-.*\.js/, /assets\/both-.*\.js/]) {
    const page = await openWithout(browser, file, '/survey/s1?x=1');
    await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible();
    await expect(page).toHaveTitle('Arcwave Scope Account'); // no page was loaded that could set its own title
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^mailto:.+@/);
    await expect(page.locator('#reference')).toHaveText(/^[a-z0-9]{8}$/);
    await expectUsable(page, 'the plain page');
    await page.unroute(file);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTitle('Survey')).toBeVisible();
    await expect(page).toHaveURL(/#\/survey\/s1\?x=1$/);
    await page.close();
  }
});

test('[SH-16] a configuration that cannot be parsed: the plain error page appears, without the vendor data from it', async ({
  browser,
  complaints,
}) => {
  complaints.expect(/uncaught: .*JSON/);
  for (const path of ['/', '/id/']) {
    const page = await browser.newPage();
    await page.route(`${baseUrl()}${path}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/(id="config">)[\s\S]*?(<\/script>)/, '$1{"brand":$2');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${baseUrl()}${path}`);
    await expect(page.getByRole('heading', { name: BROKEN }), path).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeHidden();
    await page.close();
  }
});

test('[SH-08, SH-16] /broken works signed out and links to the sign-in; Try again opens Home', async ({
  page,
  browser,
}) => {
  await page.goto(`${baseUrl()}/broken`);
  await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible();
  await expect(page.getByText('Arcwave Scope')).toHaveCount(0); // the style sheet writes the name, so it is not in the DOM
  await expect(page.locator('form')).toHaveAttribute('action', '/'); // the page has loaded: Try again leads to Home instead of reloading
  await expect(page.getByRole('link', { name: 'Open Payments' })).toHaveAttribute('href', '/payments');
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /\/id\/\?return=/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/id/');

  // The German labels are the longest. The four actions wrap, with at least 8 px between them.
  const phone = await browser.newPage({ locale: 'de-DE', viewport: { width: 375, height: 812 } });
  await phone.goto(`${baseUrl()}/broken`);
  const ways = phone.locator('#fatal form > :visible');
  await expect(ways).toHaveCount(4);
  const boxes = await ways.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const [index, { left, top }] of boxes.entries()) {
    for (const before of boxes.slice(0, index))
      expect(Math.max(left - before.right, top - before.bottom)).toBeGreaterThanOrEqual(8);
  }
  await phone.close();
});
