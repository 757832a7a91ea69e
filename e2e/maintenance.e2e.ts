import type { Page } from '@playwright/test';
import { advance, becomeBuyer, chargedCents, openAfresh, stubInstallSite } from './buyer.ts';
import { callAs, expectHome } from './identity.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

/** Page of a perpetual licence: purchase of a maintenance extension, and the timeline at several widths. */

/** Creates a customer with a perpetual Ultimate licence from a prepaid code. Returns the path of the licence page. */
const becomeLicensee = async (page: Page, name: string, code: string): Promise<string> => {
  await becomeBuyer(page, name);
  const body = { prepaidCouponId: `ppd-forever_${code}` };
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/subscription/subscriptions', body);
  return `/subscriptions/scope/${id}`;
};

test('[MA-01, MA-02, MA-03] an extension is chosen and paid at the amount on the button, and moves the end of maintenance', async ({
  page,
}) => {
  await stubInstallSite(page);
  const licence = await becomeLicensee(page, 'keeper', 'DEMO-SCOPE-FOREVER-2');
  await openAfresh(page, '/');
  await page.locator(`a[href="#${licence}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ultimate' })).toBeVisible();

  // The timeline shows the covered time and what each length would add.
  const drawing = page.getByRole('img', { name: /never ends/ });
  await expect(page.getByRole('radiogroup', { name: 'Extension' }).getByRole('radio')).toHaveCount(2);
  const before = await drawing.getAttribute('aria-label');
  await page.getByRole('radio', { name: /3 years/ }).check();
  await expect(drawing).not.toHaveAttribute('aria-label', before ?? '');
  await page.getByRole('radio', { name: /1 year/ }).check();
  await expect(drawing).toHaveAttribute('aria-label', before ?? '');

  // The charge is the amount on the button.
  await page.getByRole('button', { name: 'Choose Extension' }).click();
  const pay = page.getByRole('button', { name: 'Confirm and Pay $433.00' });
  await expect(pay).toBeEnabled();
  await expectUsable(page, 'an extension that was chosen');
  await pay.dblclick();
  await expect(page).toHaveURL(/^https:\/\/scope\.arcwave\.example\/install\?r=maintenance&subId=sub_/);
  expect(licence).toContain(new URL(page.url()).searchParams.get('subId') ?? 'no id');

  // Back leads to the page before the licence and not to the placed order. Maintenance ends one year later.
  await page.goBack();
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([43300]);
  await page.goto(`${baseUrl()}/#${licence}`);
  await expect(page.getByRole('button', { name: 'Choose Extension' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Confirm and Pay/ })).toHaveCount(0);
  await expect(drawing).not.toHaveAttribute('aria-label', before ?? '');
  await page.getByRole('radio', { name: 'Redeem Code' }).check();
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(page.getByText('Invalid Coupon Code')).toBeVisible();
  await expectUsable(page, 'the field for a code');
});

/** Labels of the timeline that another element partly covers. */
const wordsCut = (page: Page): Promise<string[]> =>
  page.getByRole('img', { name: /never ends/ }).evaluate((drawing) => {
    const isWhole = (word: HTMLElement): boolean => {
      const { left, width, top, height } = word.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(left + x, top + height / 2);
      return Array.from({ length: Math.floor(width) }, (_, x) => at(x)).every((hit) => hit === word);
    };
    const words = [...drawing.querySelectorAll('span')].filter((word) =>
      /^(Since|Until|Never|\+)/.test(word.textContent),
    );
    if (words.length < 3) return [`the timeline has ${words.length} labels, expected at least 3`];
    return words.filter((word) => word.checkVisibility() && !isWhole(word)).map((word) => word.textContent);
  });

test('[MA-01] the timeline covers no date at any age of the licence, and on a phone the button does not cover the amount', async ({
  page,
  context,
}) => {
  const licence = await becomeLicensee(page, 'drawer', 'DEMO-SCOPE-FOREVER-3');
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const by of ['P20D', 'P60D', 'P300D']) {
    await advance(page, { by });
    await openAfresh(page, licence);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('button', { name: 'Choose Extension' })).toBeVisible();
      await expect.poll(() => wordsCut(page), `${by} later, ${width} wide`).toEqual([]);
    }
  }
  for (const { language, choose, pays } of [
    { language: 'en', choose: 'Choose Extension', pays: /Confirm and Pay/ },
    { language: 'de', choose: 'Verlängerung wählen', pays: /zahlen|bezahlen/ },
  ]) {
    await context.addCookies([{ name: 'foyer-language', value: language, url: baseUrl() }]);
    await openAfresh(page, licence);
    await page.getByRole('radio', { name: /^3 / }).check();
    await page.getByRole('button', { name: choose }).click();
    const pay = page.getByRole('button', { name: pays });
    await expect(pay).toContainText(/1[,.]169[,.]10/);
    const gap = () =>
      pay.evaluate((button) => {
        const amount = button.parentElement?.querySelector('b');
        const written = document.createRange();
        if (amount) written.selectNodeContents(amount);
        return button.getBoundingClientRect().left - written.getBoundingClientRect().right;
      });
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 });
      await expect.poll(gap, `${language} at ${width}`).toBeGreaterThanOrEqual(0);
    }
    await expectUsable(page, `an extension in ${language} on a phone`);
  }
});
