import type { Page } from '@playwright/test';
import { becomeBuyer } from './buyer.ts';
import { baseUrl, expect, openSignedIn, test } from './support.ts';

/** German words and amounts are longer: what is to be chosen stands in its box at every width (BY-05, DR-03). */

/** What stands out of the box of a choice, in its own words. */
const standingOut = (page: Page): Promise<string[]> =>
  page.locator('main label').evaluateAll((boxes) =>
    boxes
      .filter((box) => {
        const { left, right } = box.getBoundingClientRect();
        return [...box.querySelectorAll('*')].some((part) => {
          const its = part.getBoundingClientRect();
          return its.width > 1 && (its.right > right + 1 || its.left < left - 1);
        });
      })
      .map((box) => box.textContent ?? ''),
  );

test('[BY-05] [DR-03] [SP-01] [IO-01] German: every choice of a plan stands in its box', async ({ page, context }) => {
  await becomeBuyer(page, 'eng');
  await context.addCookies([{ name: 'foyer-language', value: 'de', url: baseUrl() }]);
  for (const [path, ready] of [
    ['/subscriptions/drive', 'Drive-Abonnement'],
    ['/subscriptions/scope', 'Scope-Abonnement'],
    ['/subscriptions/iot', 'IoT-Abonnement'],
  ] as const)
    for (const width of [1280, 1024, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${baseUrl()}/#${path}`);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible();
      await expect(page.getByRole('radio').first()).toBeAttached();
      await expect.poll(() => standingOut(page), `${path} at ${width}`).toEqual([]);
    }
});

test('[BY-05] [SC-02] German on the smallest phone: the buttons of a setting stand in its card', async ({
  page,
  context,
}) => {
  await openSignedIn(page, 'pia');
  await context.addCookies([{ name: 'foyer-language', value: 'de', url: baseUrl() }]);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const setting of ['password', 'email']) {
    await page.goto(`${baseUrl()}/#/security?active=${setting}`);
    await page.reload();
    const apply = page.getByRole('button', { name: 'Übernehmen' });
    await expect(apply).toBeVisible();
    const cut = await apply.evaluate((button) => {
      const card = button.closest('[class*="card_card"]') ?? document.body;
      const [its, outer] = [button, card].map((element) => element.getBoundingClientRect());
      return (its?.right ?? 0) - (outer?.right ?? 0);
    });
    expect(cut, setting).toBeLessThan(0);
  }
});
