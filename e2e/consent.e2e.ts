import type { Page } from '@playwright/test';
import { expectHome, register, signIn } from './identity.ts';
import { baseUrl, expect, expectUsable, LOOKS, test } from './support.ts';

/** Consent is taken back as easily as given, and nobody is taken at a word that did not arrive (CO-01, CO-02). */

const PASSWORD = 'a perfectly fine phrase';
const choice = (page: Page, name: string) => page.getByRole('switch', { name });
/** It shows what was chosen at once, and is busy until that is kept: a reload before then would take the answer with it. */
const saved = (page: Page, name: string) => expect(choice(page, name)).not.toHaveAttribute('aria-busy');
const CHOICES = ['Allow app usage data collection', 'Marketing news'];

test('[CO-01, CO-02] given, taken back, and kept over a reload; offline nothing changes and a second try saves it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await register(page, 'consenting', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'consenting', PASSWORD);
  await expectHome(page);

  for (const name of CHOICES) {
    const before = await choice(page, name).isChecked();
    await choice(page, name).click();
    await expect(choice(page, name)).toBeChecked({ checked: !before });
    await saved(page, name);
    await page.reload();
    await expect(choice(page, name)).toBeChecked({ checked: !before });

    await page.waitForLoadState('networkidle'); // what the page still asks for is not what fails here
    await context.setOffline(true);
    await choice(page, name).click();
    await expect(page.getByRole('alert')).toHaveText("We don't know if it was saved. Look again in a moment.");
    await expect(choice(page, name)).toBeChecked({ checked: !before });
    await context.setOffline(false);
    await choice(page, name).click();
    await expect(choice(page, name)).toBeChecked({ checked: before });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await saved(page, name);
    await page.reload();
    await expect(choice(page, name)).toBeChecked({ checked: before });
  }
});

/** Adds up what moves by itself from the first paint on, as the browser counts it. */
const watchShifts = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const seen = { moved: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved);
};

for (const { theme, viewport } of LOOKS) {
  test(`[HO-02, SH-12] ${theme}: the question stands under the title from the first visit on, and nothing moves for it`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    const name = `asked-${theme}`;
    await register(page, name, PASSWORD);
    await page.goto(`${baseUrl()}/`);
    await signIn(page, name, PASSWORD);
    await expectHome(page);
    // as the server says it to whoever comes from one of the countries; here everybody comes from this machine
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      const me = (await response.json()) as { user: object };
      await route.fulfill({ response, json: { ...me, user: { ...me.user, asksMarketing: true } } });
    });
    await page.evaluate(() => localStorage.removeItem('foyer.rows'));
    const moved = await watchShifts(page);
    for (const visit of ['first', 'next']) {
      await page.reload();
      const question = page.getByText('Would you like news about Arcwave products?');
      await expect(question).toBeVisible();
      await page.waitForLoadState('networkidle');
      const [asked, products] = await Promise.all([
        question.boundingBox(),
        page.getByRole('heading', { name: 'Products', exact: true }).boundingBox(),
      ]);
      expect(asked?.y, `${visit} visit`).toBeLessThan(products?.y ?? 0);
      expect(await moved(), `${visit} visit`).toBeLessThanOrEqual(0.02);
      await expectUsable(page, `Home that asks, ${visit} visit`);
    }
  });
}
