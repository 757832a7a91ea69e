import type { Page } from '@playwright/test';
import { expectHome, NO_CLOCK, register, signIn } from './identity.ts';
import { baseUrl, expect, test } from './support.ts';

/** Consent is taken back as easily as given, and nobody is taken at a word that did not arrive (CO-01, CO-02). */

const PASSWORD = 'a perfectly fine phrase';
const choice = (page: Page, name: string) => page.getByRole('switch', { name });
const CHOICES = ['Allow app usage data collection', 'Marketing news'];

test('[CO-01, CO-02] given, taken back, and kept over a reload; offline nothing changes and a second try saves it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(NO_CLOCK);
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await register(page, 'consenting', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'consenting', PASSWORD);
  await expectHome(page);

  for (const name of CHOICES) {
    const before = await choice(page, name).isChecked();
    await choice(page, name).click();
    await expect(choice(page, name)).toBeChecked({ checked: !before });
    await expect(choice(page, name)).toBeEnabled();
    await page.reload();
    await expect(choice(page, name)).toBeChecked({ checked: !before });

    await context.setOffline(true);
    await choice(page, name).click();
    await expect(page.getByRole('alert')).toHaveText("That wasn't saved. Try again.");
    await expect(choice(page, name)).toBeChecked({ checked: !before });
    await context.setOffline(false);
    await choice(page, name).click();
    await expect(choice(page, name)).toBeChecked({ checked: before });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(choice(page, name)).toBeChecked({ checked: before });
  }
});
