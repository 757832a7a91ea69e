import type { Page } from '@playwright/test';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, test } from './support.ts';

/** A link with a token is opened where somebody else is signed in (SE-02, INV-17). */

const question = (page: Page) => page.getByRole('heading', { name: 'Change to the other account?' });

const tokenOf = async (page: Page, name: string): Promise<string> => {
  const answer = await page.request.post(`${baseUrl()}/api/auth/sessions`, {
    data: { email: emailOf(name), password: DEMO_PASSWORD },
  });
  return ((await answer.json()) as { refreshToken: string }).refreshToken;
};

const arrive = {
  'a new page': (page: Page, token: string) => page.goto(`${baseUrl()}/signin/payments?token=${token}`),
  // only what stands after the # changes, so the page is not loaded again
  'the page that is open': (page: Page, token: string) =>
    page.evaluate((secret) => {
      location.hash = `#/signin/payments?token=${secret}`;
    }, token),
};

for (const [how, open] of Object.entries(arrive)) {
  test(`[SE-02] in ${how}: whoever is signed in is asked, and nothing of the token stays in the address`, async ({
    page,
  }) => {
    await openSignedIn(page, 'otto');
    await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();

    await open(page, await tokenOf(page, 'max'));
    await expect(question(page)).toBeVisible();
    await expect(page.getByText(emailOf('otto'))).toBeVisible();
    await expect(page.getByText(emailOf('max'))).toBeVisible();
    expect(page.url()).not.toContain('fr_');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
    await page.goto(`${baseUrl()}/#/`);
    await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();

    await open(page, await tokenOf(page, 'max'));
    await page.getByRole('button', { name: 'Change account' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
    await page.goBack();
    expect(page.url()).not.toContain('fr_');
    await page.goto(`${baseUrl()}/#/`);
    await expect(page.getByRole('heading', { name: /^Welcome, Max/ })).toBeVisible();
  });
}
