import { becomeBuyer } from './buyer.ts';
import { baseUrl, expect, saveCard, test } from './support.ts';

test('[HO-04, AD-07] a card or address saved in one tab appears in the other tab at once', async ({
  page,
  context,
}) => {
  await becomeBuyer(page, 'told', { card: null, address: false });
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/`);
  const address = other.getByRole('link', { name: /^Address/ });
  await expect(address).toHaveText(/Add an address/);

  await page.goto(`${baseUrl()}/#/address`);
  for (const [label, text] of [
    ['Company', 'Told'],
    ['Address line 1', '2208 S 1st St'],
    ['City', 'Austin'],
    ['Postal code', '78704'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'State' }).fill('texas');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await expect(address).toHaveText(/Austin, TX/);

  await page.goto(`${baseUrl()}/#/payments/method`);
  await saveCard(page, '4242 4242 4242 4242');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(other.getByRole('link', { name: /^Payment method/ })).toHaveText(/4242/);
});
