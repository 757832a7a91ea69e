import type { Page } from '@playwright/test';
import { advance, answerBank, becomeBuyer, chargedCents, openAfresh } from './buyer.ts';
import { callAs, expectHome } from './identity.ts';
import { foyer } from './operators.ts';
import { expect, homeOfServer, test } from './support.ts';

/** What a page about plans knows of what was done before: gone back, loaded anew, and long after. */

test('[DR-05] a change to Basic, then Back: it waits, is not offered again, and can be taken back', async ({
  page,
}) => {
  await becomeBuyer(page, 'returner');
  await openAfresh(page, '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review');
  await page.getByRole('button', { name: 'Pay $324.62' }).click();
  await expectHome(page);
  await openAfresh(page, '/subscriptions/drive?plan=pln_drive_free&step=review');
  await page.getByRole('button', { name: 'Confirm Change' }).dblclick();
  await expectHome(page);
  await page.goBack();
  await expect(page.getByText('You have ordered this change')).toBeVisible();
  await expect(page.getByText(/Changes to Basic on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Change' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep Starter' }).click();
  await expect(page.getByText('The change is taken back. Starter goes on.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Change' })).toHaveCount(0);
});

test('[IO-02, PM-09, SU-04] loaded anew while the bank asks: it can be confirmed there, and the trial is still on offer', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (402|409)/);
  await becomeBuyer(page, 'iot-reloader', { card: 'pm_card_authenticationRequiredSetupForOffSession' });
  await openAfresh(page, '/subscriptions/iot?plan=pln_iot_individual_yearly&pay=now');
  await page.getByRole('button', { name: 'Pay $109.12' }).click();
  await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /Try it free/ })).toBeVisible();
  await answerBank(page, 'Approve');
  await expect(page.getByText('Your subscription has been updated.')).toBeVisible();
  await expect(page.getByRole('region', { name: /Individual, yearly/ })).toBeVisible();
  expect(await chargedCents(page)).toEqual([10912]);
});

/** The dates of the drawing of which something is painted over. */
const datesCut = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: /^Maintenance/ }).evaluate((drawing) => {
    const words = [...drawing.querySelectorAll<HTMLElement>('[class*="bar"] span, [class*="aside"]')];
    const isWhole = (word: HTMLElement): boolean => {
      const { left, width, top, height } = word.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(left + x, top + height / 2);
      return Array.from({ length: Math.floor(width) }, (_, x) => at(x)).every((hit) => hit === word);
    };
    return words.filter((word) => word.checkVisibility() && !isWhole(word)).map((word) => word.textContent);
  });

test('[MA-01] the drawing of a young license, and of one whose maintenance has just ended, cuts no date', async ({
  page,
}) => {
  const made = ['coupons', 'create-perpetual', '--plan', 'pln_scope_ultimate', '--name', 'for good', '--count', '1'];
  const [, code] = foyer(homeOfServer(), made).split('\n');
  await becomeBuyer(page, 'drawer');
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/subscription/subscriptions', {
    prepaidCouponId: code?.trim(),
  });
  for (const by of ['P20D', 'P60D', 'P300D']) {
    await advance(page, { by });
    await openAfresh(page, `/subscriptions/scope/${id}`);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('button', { name: 'Choose Extension' })).toBeVisible();
      await expect.poll(() => datesCut(page), `${by} later, ${width} wide`).toEqual([]);
    }
  }
});
