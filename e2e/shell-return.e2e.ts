import { expectHome } from './identity.ts';
import { baseUrl, expect, openSignedIn, signInHere, test } from './support.ts';

/** Who comes from elsewhere finds back there, and nobody is led to a site that is none of ours. */

const PAYLOADS = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example/',
] as const;

test('[SH-09, SE-03] a product sends its visitor here: after signing in there is a way back, on every page', async ({
  page,
}) => {
  const arrival = new URLSearchParams({ referrerClient: 'drive', referrerPath: '/files/7?sort=name', bucket: 'b 1' });
  await page.goto(`${baseUrl()}/?${arrival}`);
  await signInHere(page, 'pia');
  await expectHome(page);
  const arrow = page.getByRole('link', { name: 'Back to Arcwave Drive' });
  await expect(arrow).toHaveAttribute('href', 'https://drive.arcwave.example/files/7?sort=name&bucket=b+1');
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Past payments' })).toBeVisible();
  await expect(arrow).toBeVisible();
  await page.reload();
  await expect(arrow).toBeVisible();
});

test('[SH-09, SE-03] [threats §2] no parameter leads to another site', async ({ page }) => {
  await openSignedIn(page, 'pia');
  const arrow = page.getByRole('link', { name: /^Back to/ });
  for (const client of ['evil', 'constructor', 'https://evil.example']) {
    await page.goto(`${baseUrl()}/#/?${new URLSearchParams({ referrerClient: client })}`);
    await expect(page).toHaveURL(`${baseUrl()}/#/`);
    await expect(arrow).toHaveCount(0);
  }
  // elsewhere than at the root they say nothing
  await page.goto(`${baseUrl()}/#/payments?referrerClient=drive`);
  await expect(page.getByRole('heading', { name: 'Past payments' })).toBeVisible();
  await expect(arrow).toHaveCount(0);

  for (const payload of PAYLOADS) {
    const query = new URLSearchParams({ referrerClient: 'drive', referrerPath: payload });
    await page.goto(`${baseUrl()}/#/?${query}`);
    await expect(arrow, payload).toHaveAttribute('href', 'https://drive.arcwave.example/');
    await page.goto(`${baseUrl()}/#/payments/method?${new URLSearchParams({ returnPath: payload })}`);
    await expect(page.getByRole('banner').getByRole('link').first(), payload).toHaveAttribute('href', '#/payments');
  }
});

test('[SH-03] [threats §2] the way back from signing in leads to us, whatever it says', async ({ page }) => {
  for (const payload of PAYLOADS) {
    await page.goto(`${baseUrl()}/#/signout?${new URLSearchParams({ to: payload })}`);
    await expect(page).toHaveURL((url) => url.pathname === '/id/');
    const back = new URL(new URL(page.url()).searchParams.get('return') ?? '');
    expect([back.origin, back.hash], payload).toEqual([baseUrl(), '#/signin?to=%2F']);
    await page.goto('about:blank');
  }
});
