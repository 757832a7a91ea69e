import { heading } from './identity.ts';
import { baseUrl, expect, signInHere, test } from './support.ts';

test('[SH-09, SE-03, SE-11] a user sent by a product signs in, every page links back to the product, and Back skips the form and the token', async ({
  page,
}) => {
  await page.goto(`${baseUrl()}/version`);
  const arrival = new URLSearchParams({ referrerClient: 'drive', referrerPath: '/files/7?sort=name', bucket: 'b 1' });
  await page.goto(`${baseUrl()}/?${arrival}`);
  await signInHere(page, 'pia');
  await expect(heading(page, 'Welcome, Pia')).toBeVisible();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  const arrow = page.getByRole('link', { name: 'Back to Arcwave Drive' });
  await expect(arrow).toHaveAttribute('href', 'https://drive.arcwave.example/files/7?sort=name&bucket=b+1');
  await page.reload();
  await expect(arrow).toBeVisible();
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Past payments' })).toBeVisible();
  await expect(arrow).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await page.goBack();
  await expect(page).toHaveURL(`${baseUrl()}/version`);
});
