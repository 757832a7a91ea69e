import type { Page } from '@playwright/test';
import { expectHome, registerAndOpen } from './identity.ts';
import { expect, expectUsable, THEMES, test } from './support.ts';

/** Records layout shifts without recent user input, from the first paint on. The returned function reads their sum. */
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

test('[HO-02, HO-05, SH-12] the consent question is under the title from the first visit on, shifts no content, and Home is usable down to its end', async ({
  page,
}) => {
  test.slow();
  await registerAndOpen(page, 'asked', 'a perfectly fine phrase');
  await expectHome(page);
  // The server sets asksMarketing by the country of the client address, which a test on this machine does not have.
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as { user: object };
    await route.fulfill({ response, json: { ...me, user: { ...me.user, asksMarketing: true } } });
  });
  const moved = await watchShifts(page);
  for (const { theme, viewport } of THEMES) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(() => localStorage.removeItem('foyer.rows'));
    for (const visit of [`${theme}, first visit`, `${theme}, next visit`]) {
      await page.reload();
      const question = page.getByText('Would you like news about Arcwave products?');
      await expect(question).toBeVisible();
      await page.waitForLoadState('networkidle');
      const [asked, products] = await Promise.all([
        question.boundingBox(),
        page.getByRole('heading', { name: 'Products', exact: true }).boundingBox(),
      ]);
      expect(asked?.y, visit).toBeLessThan(products?.y ?? 0);
      expect(await moved(), visit).toBeLessThanOrEqual(0.02);
    }
    await page.mouse.wheel(0, 5_000);
    await expect(page.getByRole('switch', { name: 'Marketing news' })).toBeVisible();
    await expectUsable(page, `${theme}: Home that asks, with its end`);
  }
});
