import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { redirect } from '../../lib/redirect.ts';
import { removePaidPayment, storedPaidPayment } from '../../shared/orders/paid.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import {
  account,
  choose,
  EXTEND,
  extensionHandler,
  extensionsAre,
  INSTALL,
  LICENCE,
  OPTIONS,
  openLicence,
  option,
  payButton,
} from '../../testing/licence-answers.ts';
import { server } from '../../testing/server.ts';

const summary = () => within(screen.getByRole('heading', { name: 'Summary' }).closest('section') as HTMLElement);

let away = vi.fn<typeof redirect.to>();
beforeEach(() => {
  removePaidPayment();
  away = vi.fn();
  vi.spyOn(redirect, 'to').mockImplementation(away);
});

describe('the licence', () => {
  test('[MA-01, SU-03] what it covers, in words and drawn; nothing of choosing a plan', async () => {
    openLicence();
    expect(await screen.findByRole('heading', { level: 1, name: 'Professional: Power' })).toBeDefined();
    expect(screen.getByText('Perpetual license')).toBeDefined();
    const card = within(await screen.findByRole('region', { name: 'Maintenance ends in 110 days' }));
    for (const badge of ['Current plan', 'Perpetual', 'Prepaid · 7KQ2', 'Maintained']) card.getByText(badge);
    expect(card.getByText(/you can install every version released by/).textContent).toContain('Jun 30, 2026');
    expect(await screen.findByRole('img', { name: /License from Jul 1, 2023, never ends/ })).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole('img').getAttribute('aria-label')).toContain(
        'Maintenance to Jun 30, 2026, with the chosen extension to Jun 30, 2027',
      ),
    );
    expect(screen.queryByRole('group', { name: /billing$/ })).toBeNull();
    expect(screen.queryByText('Choose a Plan')).toBeNull();
  });

  test('[MA-01] the page explains maintenance and its end on demand', async () => {
    const { user } = openLicence();
    const answerText = await screen.findByText(/The time in which new versions belong to your license/);
    expect(answerText.closest('details')?.open).toBe(false);
    await user.click(screen.getByText('What is maintenance?'));
    expect(answerText.closest('details')?.open).toBe(true);
    expect(screen.getByText('What happens when maintenance ends?')).toBeDefined();
  });

  test('[MA-01] [SH-12] the drawing comes with its scale: its words and its place are there before', async () => {
    const known = Promise.withResolvers<Response>();
    openLicence([answer(OPTIONS, () => known.promise)]);
    expect(await screen.findByRole('region', { name: 'Maintenance ends in 110 days' })).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('img', { hidden: true })).toBeDefined();
    known.resolve(Response.json({ message: '', error: { type: 'INTERNAL_ERROR' } }, { status: 400 }));
    expect(await screen.findByRole('img', { name: /License from Jul 1, 2023/ })).toBeDefined();
  });

  test('[MA-02] lengths with price and what a month costs; choosing moves the drawing', async () => {
    const { user } = openLicence();
    const group = within(await screen.findByRole('radiogroup', { name: 'Extension' }));
    expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      '1 yearNew versions until Jun 30, 2027$280$23.33 a month',
      '3 years Save 10%New versions until Jun 30, 2029$756$21 a month',
    ]);
    await user.click(group.getByRole('radio', { name: /3 years/ }));
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('extension to Jun 30, 2029');
  });

  test.each([
    [{ isAtMaxMaintenanceLength: true }, /as far ahead as it can be extended/],
    [{ isOutsideMaintenanceRange: true }, /ended too long ago/],
  ])('[MA-02] none on offer: %o', async (flags, words) => {
    openLicence([extensionsAre({ ...flags, options: [], data: { options: [] } })]);
    expect(await screen.findByText('No extension is on offer for this license')).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Tell support' }).getAttribute('href')).toBe(
      'mailto:scope@arcwave.example',
    );
    expect(screen.queryByRole('button', { name: /Confirm and Pay/ })).toBeNull();
    expect(screen.getByRole('radio', { name: 'Redeem Code' })).toBeDefined();
  });

  test('while the extensions load, and when they do not', async () => {
    const { user, unmount } = openLicence([neverAnswers(OPTIONS)]);
    expect(await screen.findByText('Loading…')).toBeDefined();
    unmount();
    openLicence([offlineHandler(OPTIONS)]);
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(extensionsAre());
    await user.click(again);
    expect(await screen.findByRole('radiogroup', { name: 'Extension' })).toBeDefined();
  });
});

describe('[BY-08] the statement for a lab without a network', () => {
  const STATEMENT = 'GET /api/subscription/entitlements/statement';
  const statement = {
    type: 'entitlement.statement' as const,
    issuer: 'https://portal.example',
    account: 'a name of its own',
    issuedAt: '2026-03-12T00:00:00.000Z',
    validUntil: '2026-06-10T00:00:00.000Z',
    entitlements: [],
    signature: { algorithm: 'Ed25519' as const, keyId: 'key', value: 'signature' },
  };
  /** Once the page stands: what is pressed before that goes with the skeleton. */
  const button = async () => {
    await screen.findByRole('radiogroup', { name: 'Extension' });
    return screen.findByRole('button', { name: 'Download license statement' });
  };

  test('is saved as one file, just as it was signed', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:statement';
    };
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = openLicence([answer(STATEMENT, () => statement)]);
    await user.click(await button());
    await waitFor(() => expect(names).toEqual(['license-statement-2026-03-12.json']));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(statement);
  });

  test.each([
    [refuse(STATEMENT, 'NEEDS_REVIEW'), /once the export review of your account is cleared/],
    [offlineHandler(STATEMENT), /didn't load. Please try again/],
  ])('and when there is none, why: %#', async (handler, words) => {
    const { user } = openLicence([handler]);
    await user.click(await button());
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });
});

describe('purchase', () => {
  test('[MA-01, MA-03] the chosen one is paid for, the amount on the button; then to install', async () => {
    const sent: unknown[] = [];
    const { user } = openLicence([
      answer(EXTEND, async ({ request }) => {
        sent.push([await request.json(), request.headers.get('idempotency-key') !== null]);
        return { oneTimePurchaseId: 'otp_1', status: 'success' as const, newExpiration: '2027-06-30T00:00:00Z' };
      }),
    ]);
    await screen.findByRole('button', { name: 'Choose Extension' });
    expect(screen.queryByRole('button', { name: /Confirm and Pay/ })).toBeNull();
    expect(summary().getByText('$293.74', { selector: 'dd *, dd' })).toBeDefined();
    await choose(user);
    expect(location.hash).toBe(`#${LICENCE}?extension=mex_pro_1y&from=2026-06-30`);
    await user.dblClick(await payButton());
    expect((await screen.findByRole('alert')).textContent).toContain('Purchase successful. Redirecting...');
    expect(away.mock.calls).toEqual([[INSTALL]]);
    expect(sent).toEqual([
      [
        {
          maintenanceExtensionId: 'mex_pro_1y',
          quantity: 1,
          expectedTotalCents: 29374,
          expectedExpiration: '2027-06-30T00:00:00Z',
        },
        true,
      ],
    ]);
  });

  test('[MA-03] what was paid is kept for the notice of Home: amount, licence, new end, receipt', async () => {
    const { user } = openLicence([extensionHandler('success')]);
    await choose(user);
    await user.click(await payButton());
    await waitFor(() => expect(away).toHaveBeenCalled());
    expect(storedPaidPayment()).toEqual({
      cents: 29374,
      creditCents: 0,
      description: 'Professional: Power · 1 Year Maintenance',
      product: 'scope',
      until: '2027-06-30T00:00:00Z',
      receiptId: 'inv_1',
    });
  });

  test('[MA-03] an extension that credit pays leaves no notice of a payment', async () => {
    const paid = option(1, 28000, '2027-06-30T00:00:00Z');
    const free = { ...paid, quote: { ...paid.quote, amountDueCents: 0 } };
    const { user } = openLicence([
      extensionsAre({ options: [free], data: { options: [free] } }),
      extensionHandler('success'),
    ]);
    await choose(user);
    await user.click(await payButton('$0.00'));
    await waitFor(() => expect(away).toHaveBeenCalled());
    expect(storedPaidPayment()).toBeNull();
  });

  test('[MA-01] another length picked takes the place of the first one in the summary, and is chosen before it is paid for', async () => {
    const { user } = openLicence([], `${LICENCE}?extension=mex_pro_3y&from=2026-06-30`);
    await payButton('$769.74');
    expect(screen.getByText('Billed once to Visa •••• 4242')).toBeDefined();
    expect(summary().getByText('$769.74', { selector: 'dd *, dd' })).toBeDefined();
    await user.click(screen.getByRole('radio', { name: /1 year/ }));
    expect(screen.queryByRole('button', { name: /Confirm and Pay/ })).toBeNull();
    expect(summary().queryByText('$769.74', { selector: 'dd *, dd' })).toBeNull();
    expect(summary().getByText('$293.74', { selector: 'dd *, dd' })).toBeDefined();
    await choose(user);
    expect(await payButton()).toBeDefined();
  });

  test('[MA-03] bought in another tab meanwhile: what was chosen here is chosen anew, and nothing is left to press', async () => {
    openLicence([], `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`);
    await payButton();
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'foyer.bought', newValue: 'x' })));
    await waitFor(() => expect(location.hash).toBe(`#${LICENCE}`));
    expect(screen.queryByRole('button', { name: /Confirm and Pay/ })).toBeNull();
  });

  test('[SU-08] one that is under way since before blocks a second one', async () => {
    openLicence([extensionsAre({ pendingPurchaseId: 'otp_0' })], `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`);
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect((await payButton()).hasAttribute('disabled')).toBe(true);
  });

  test('[PM-09] the bank asks first; confirmed, it is bought', async () => {
    const { user } = openLicence(
      [
        refuse(EXTEND, 'StripeCardError', {
          code: 'authentication_required',
          action: {
            attemptId: 'att_1',
            kind: 'payment',
            gateway: 'sandbox',
            clientSecret: 's',
            url: '/sandbox/3ds/1',
          },
        }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', {
          oneTimePurchaseId: 'otp_1',
          status: 'success',
          newExpiration: '2027-06-30T00:00:00Z',
        }),
      ],
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
    await user.click(await payButton());
    await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
    await waitFor(() => expect(away.mock.calls).toEqual([[INSTALL]]));
  });

  test.each([
    ['QUOTE_CHANGED', 'This license or its price changed while you looked at it'],
    ['MAINTENANCE_LIMIT', 'Cannot extend maintenance for this duration.'],
    ['NOT_FOUND', 'There was an error processing your transaction.'],
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['NEEDS_REVIEW', 'Account Pending'],
    ['EXPORT_DENIED', "This product isn't available for your account"],
    ['OPERATION_IN_PROGRESS', 'Your payment is still processing'],
    ['CARD_COUNTRY_UNSUPPORTED', "Card payments outside the US can't be processed"],
    ['PAYLOAD_TOO_LARGE', 'There was an error updating your subscription.'],
    // INV-12: it may have been carried out
    ['INTERNAL_ERROR', "We don't know if your order arrived. Try again: it is never charged twice."],
  ] as const)('[SU-08] %s: %s', async (type, words) => {
    const { user } = openLicence([refuse(EXTEND, type)], `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`);
    await user.click(await payButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(document.activeElement).toBe(alert);
  });

  test('[MA-03, SU-08] after a lost answer another length is paid only when the new end was shown', async () => {
    const sent: unknown[] = [];
    const lost = answer(EXTEND, async ({ request }) => {
      const { maintenanceExtensionId } = (await request.json()) as { maintenanceExtensionId: string };
      sent.push([maintenanceExtensionId, request.headers.get('idempotency-key')]);
      return Response.error();
    });
    const { user } = openLicence([lost], `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`);
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your order arrived");
    await user.click(screen.getByRole('radio', { name: /3 years/ }));
    await choose(user);
    server.use(extensionsAre({ maintenanceEnds: '2027-06-30T00:00:00Z' })); // it did arrive
    await user.click(await payButton('$769.74'));
    expect((await screen.findByRole('alert')).textContent).toContain('Did your first order arrive?');
    expect(sent).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('img').getAttribute('aria-label')).toContain('to Jun 30, 2027'));
    // behind another end it is another one
    expect(screen.queryByRole('button', { name: /Confirm and Pay/ })).toBeNull();
    await choose(user);
    await user.click(await payButton('$769.74'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(['mex_pro_3y', expect.not.stringContaining((sent as string[][])[0]?.[1] ?? '')]);
  });

  test('[SU-08] without an address: to the address page and back to this choice', async () => {
    const { user } = openLicence(
      [refuse(EXTEND, 'MISSING_ADDRESS')],
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
    await user.click(await payButton());
    await waitFor(() => expect(location.hash).toContain('#/address'));
    expect(new URLSearchParams(location.hash.split('?')[1]).get('returnPath')).toBe(
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
  });

  test('[SU-06] without a card the main button leads to the card form and back', async () => {
    openLicence([account({ paymentMethod: null })], `${LICENCE}?extension=mex_pro_3y&from=2026-06-30`);
    const main = await screen.findByRole('link', { name: 'Add card to continue' });
    expect(screen.queryByRole('button', { name: /^Confirm and Pay/ })).toBeNull();
    const add = main.getAttribute('href') ?? '';
    expect(screen.getByRole('link', { name: 'Add card' }).getAttribute('href')).toBe(add);
    expect(new URLSearchParams(add.split('?')[1]).get('returnPath')).toBe(
      `${LICENCE}?extension=mex_pro_3y&from=2026-06-30`,
    );
  });

  test('[MA-03] nowhere to install while a review is pending: our own page says what happened', async () => {
    const { user } = openLicence(
      [extensionHandler('success'), answer('GET /api/auth/me', aMe({ user: { exportPending: true } }))],
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
    await user.click(await payButton());
    await waitFor(() => expect(location.hash).toBe(`#${LICENCE}?step=done`));
    expect(await screen.findByText('Professional: Power is yours for good')).toBeDefined();
    expect(screen.getByText(/Its maintenance continues until/).textContent).toContain('Jun 30, 2026');
    expect(away).not.toHaveBeenCalled();
  });
});
