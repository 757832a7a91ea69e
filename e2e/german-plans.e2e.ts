import type { Page } from '@playwright/test';
import { becomeBuyer } from './buyer.ts';
import { verifyAddress } from './identity.ts';
import { baseUrl, expect, test } from './support.ts';

/** German texts and amounts are longer than English ones and must fit into the plan cards at every width (BY-05, DR-03). */

/** Texts of the plan choices whose content is wider than their box. A row of a phone is a card that its label covers. */
const overflowing = (page: Page): Promise<string[]> =>
  page.locator('main label').evaluateAll((boxes) =>
    boxes
      .filter((box) => {
        const row = getComputedStyle(box).position === 'static' ? box.closest('article') : null;
        const { left, right } = (row ?? box).getBoundingClientRect();
        return [...box.querySelectorAll('*')].some((part) => {
          const its = part.getBoundingClientRect();
          return its.width > 1 && (its.right > right + 1 || its.left < left - 1);
        });
      })
      .map((box) => box.textContent ?? ''),
  );

/** Plan choices whose price is not on one line beside the radio button. */
const wrappedPrices = (page: Page): Promise<string[]> =>
  page.locator('main label').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const price = row.querySelector('[class*="price"]:not(:has([class*="term"]))')?.getBoundingClientRect();
        const radio = row.querySelector('input')?.getBoundingClientRect();
        return price && radio?.width && (price.height > 28 || price.top > radio.bottom || price.bottom < radio.top);
      })
      .map((row) => row.textContent ?? ''),
  );

/** Plan choices whose saving is not beside the interval. */
const wrappedSavings = (page: Page): Promise<string[]> =>
  page
    .locator('main label [class*="rhythm"]')
    .evaluateAll((parts) =>
      parts.filter((part) => part.getBoundingClientRect().height > 28).map((part) => part.textContent ?? ''),
    );

test('[BY-05, DR-03, SP-01, IO-01, SC-02] in German every plan choice fits into its box, and the button of a setting into its card', async ({
  page,
  context,
}) => {
  await becomeBuyer(page, 'eng');
  await verifyAddress(page, 'eng'); // the email address can only be changed once it is verified
  await context.addCookies([{ name: 'foyer-language', value: 'de', url: baseUrl() }]);
  await page.reload(); // each language is a separate build
  for (const [path, ready] of [
    ['/subscriptions/drive', 'Drive-Abonnement'],
    ['/subscriptions/scope', 'Scope-Abonnement'],
    ['/subscriptions/iot', 'IoT-Abonnement'],
  ] as const) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeAttached();
    for (const width of [1280, 1024, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflowing(page), `${path} at ${width}`).toEqual([]);
      if (ready === 'Drive-Abonnement' && width === 1280) expect(await wrappedSavings(page), path).toEqual([]);
      if (ready !== 'IoT-Abonnement') expect(await wrappedPrices(page), `${path} at ${width}`).toEqual([]);
    }
  }
  for (const setting of ['password', 'email']) {
    await page.goto(`${baseUrl()}/#/security?active=${setting}`);
    const apply = page.getByRole('button', { name: 'Übernehmen' });
    await expect(apply).toBeVisible();
    const list = page.getByRole('list').filter({ has: apply });
    const [button, card] = await Promise.all([apply.boundingBox(), list.boundingBox()]);
    const right = (box: typeof button) => (box?.x ?? 0) + (box?.width ?? 0);
    expect(right(button), setting).toBeLessThan(right(card));
  }
});
