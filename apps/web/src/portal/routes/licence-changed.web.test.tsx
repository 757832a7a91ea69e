import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, aMe } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import {
  account,
  EXTEND,
  extensionHandler,
  extensionsAre,
  LICENCE,
  openLicence,
  option,
  payButton,
} from '../../testing/licence-answers.ts';
import { server } from '../../testing/server.ts';

/** Something changed between the preview of an extension and its order. */

const CHOSEN = `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`;

const WAITING = 'Waiting for your bank…';

describe('what comes between', () => {
  test('[MA-01] [SU-08] another price: said, and the button has the new one, which is what is agreed to', async () => {
    const { user } = openLicence([refuse(EXTEND, 'QUOTE_CHANGED')], CHOSEN);
    const pay = await payButton();
    const options = [option(1, 30000, '2027-06-30T00:00:00Z')];
    server.use(extensionsAre({ options, data: { options } }));
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toContain('its price changed while you looked at it');
    const sent: unknown[] = [];
    server.use(
      answer(EXTEND, async ({ request }) => {
        sent.push(await request.json());
        return Response.error();
      }),
    );
    await user.click(await payButton('$313.74'));
    await waitFor(() => expect(sent).toMatchObject([{ expectedTotalCents: 31374 }]));
  });

  test.each([
    [
      'it expired',
      refuse(EXTEND, 'StripeCardError', { message: 'Your card has expired.' }),
      aCard({ expired: true, expirationMonth: 1, expirationYear: 2026 }),
      'Your card has expired.',
      /•••• 4242 expired in/,
    ],
    ['it was removed', refuse(EXTEND, 'PAYMENT_METHOD_REQUIRED'), null, 'Add a card first.', 'Payment required'],
  ])('[PM-07] [SU-08] the card is looked at again: %s', async (_, refused, paymentMethod, words, row) => {
    const { user } = openLicence([refused], CHOSEN);
    const pay = await payButton();
    server.use(account({ paymentMethod }));
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect((await screen.findAllByText(row)).length).toBeGreaterThan(0);
    if (paymentMethod) {
      await waitFor(() => expect(pay).toHaveProperty('disabled', false));
      expect(pay.className).not.toContain('primary');
      const change = within(screen.getByRole('alert')).getByRole('link', { name: 'Change card' });
      expect(change.className).toContain('primary');
    } else expect(await screen.findByRole('link', { name: 'Add card to continue' })).toBeDefined();
  });

  test('[PM-03] no card pays from there: the shut button has its reason', async () => {
    openLicence([account({ canAddPaymentMethod: false })], CHOSEN);
    const pay = await screen.findByRole('button', { name: "Card payments aren't available in your country" });
    expect(pay).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: /^Confirm and Pay/ })).toBeNull();
  });

  test.each([
    ['not answered', refuse(EXTEND, 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' })],
    ['one already running', refuse(EXTEND, 'OPERATION_IN_PROGRESS')],
  ])('[SU-08] an undecided payment is still processing and blocks a second one: %s', async (_, refused) => {
    const { user } = openLicence([refused], CHOSEN);
    const pay = await payButton();
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toContain('Your payment is still processing');
    expect(pay).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Choose Extension' })).toHaveProperty('disabled', true);
  });

  test('[MA-05] Back, after a detour for a card, to what was chosen before it was bought: the next one is chosen anew', async () => {
    openLicence([extensionsAre({ maintenanceEnds: '2027-06-30T00:00:00Z' })], CHOSEN);
    await screen.findByRole('radiogroup', { name: 'Extension' });
    expect(screen.getByRole('radio', { name: /1 year/ })).toHaveProperty('checked', true);
    expect(screen.getByRole('button', { name: 'Choose Extension' })).toHaveProperty('disabled', false);
    expect(screen.queryByRole('button', { name: /^Confirm and Pay/ })).toBeNull();
  });

  test('[PM-09] a question of the bank about an extension ordered before the page was loaded anew is asked here', async () => {
    const open = {
      attemptId: 'att_1',
      kind: 'purchase',
      product: 'scope',
      subscriptionId: 'sub_7',
      receiptId: 'inv_1',
      description: 'License extension, 1 year',
      amountCents: 29374,
    } as const;
    const other = { ...open, attemptId: 'att_2', subscriptionId: 'sub_8' };
    const action = {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/1',
    };
    const asked = refuse('POST /api/account/me/payment_attempts/:id/confirm', 'StripeCardError', { action });
    openLicence([account({ openChallenges: [open, other] }), asked], CHOSEN);
    const links = await screen.findAllByRole('link', { name: 'Confirm with your bank' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([action.url]);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    expect(await screen.findByRole('button', { name: WAITING })).toHaveProperty('disabled', false);
    expect(screen.queryByRole('button', { name: /^Confirm and Pay/ }), 'before the bank is answered').toBeNull();
  });

  test('[MA-03] Back after paying does not come to the order again: its place is taken by what was done', async () => {
    const review = answer('GET /api/auth/me', aMe({ user: { exportPending: true } }));
    const { user } = openLicence([extensionHandler('success'), review], CHOSEN);
    const pay = await payButton();
    const places = history.length;
    await user.click(pay);
    await waitFor(() => expect(location.hash).toBe(`#${LICENCE}?step=done`));
    expect(history.length).toBe(places);
  });
});
