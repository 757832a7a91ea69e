import { becomeBuyer, boston, openAfresh } from './buyer.ts';
import { callAs } from './identity.ts';
import { baseUrl, expect, expectUsable, fillCard, test } from './support.ts';

/** Auto-renew of what goes on only if somebody wants it (SU-05, readings b4.23), where nobody can be charged yet. */

for (const [product, planId] of [
  ['drive', 'pln_drive_starter_yearly'],
  ['iot', 'pln_iot_individual_yearly'],
] as const) {
  test(`[SU-05, SU-02, PM-01] ${product}: a trial is to go on, without a card: refused in words, the card is added, and it stays on`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 402/);
    await becomeBuyer(page, `switch-${product}`, { card: null });
    await callAs(page, 'POST', '/api/subscription/subscriptions', { planId, trial: true });
    const path = `/subscriptions/${product}`;
    await openAfresh(page, path);
    // the one of what is held: IoT asks the same of what could be bought, below on the page
    const held = page.getByRole('region', { name: /Current plan/ });
    const renewal = held.getByRole('switch', { name: 'Auto-renew' });
    await expect(renewal).not.toBeChecked();
    await renewal.click();
    await expect(page.getByText('Auto-renew needs a card to charge. Without one nothing renews.')).toBeVisible();
    await expect(renewal).not.toBeChecked();
    await expectUsable(page, `${product}: a trial without a card`);

    await held.getByRole('link', { name: 'Add card' }).click();
    await expect(page).toHaveURL(/#\/payments\/method\?returnPath=/);
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/#${path}`);
    await expect(renewal).not.toBeChecked();
    await renewal.click();
    await expect(renewal).toBeChecked();
    await expect(held.getByText(/Renews .* including tax/)).toBeVisible();
    await page.reload();
    await expect(renewal).toBeChecked();

    // and as easily off again
    await renewal.click();
    await expect(renewal).not.toBeChecked();
    await expect(held.getByText(/Renews .* including tax/)).toHaveCount(0);
  });
}

test('[SU-05, PM-03] where no card pays, a promotion is kept without one: its switch says why it cannot go on, and stays off', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await becomeBuyer(page, 'switch-promotion', { card: null, address: false });
  await callAs(page, 'POST', '/api/auth/me/addresses', {
    ...boston,
    country: 'DE',
    city: 'Berlin',
    state: '',
    postalCode: '10115',
  });
  const named = '/api/subscription/promotion/account?promotionName=2-series';
  const { promoCode } = await callAs<{ promoCode: string }>(page, 'GET', named);
  await callAs(page, 'POST', '/api/subscription/promotion', { promoCode });
  await openAfresh(page, '/subscriptions/drive');
  const held = page.getByRole('region', { name: /Current plan/ });
  const renewal = held.getByRole('switch', { name: 'Auto-renew' });
  await expect(renewal).not.toBeChecked();
  await expect(held.getByText(/Ends .* Nothing is charged then/)).toBeVisible();
  await renewal.click();
  await expect(
    page.getByText("Auto-renew needs a card, and card payments outside the US can't be processed."),
  ).toBeVisible();
  await expect(renewal).not.toBeChecked();
  await expect(held.getByRole('link', { name: 'Add card' })).toHaveCount(0);
  await expectUsable(page, 'a promotion where no card pays');
});
