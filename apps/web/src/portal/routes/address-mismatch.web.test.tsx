import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import {
  ADDRESS,
  fillIn,
  isSubmitEnabled,
  openAddress,
  storesAddress,
  submitButton,
  typedAddress,
} from '../../testing/address-form.ts';
import { aMe, anAddress } from '../../testing/builders.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { server } from '../../testing/server.ts';

const mismatchFor = (change: Partial<AddressText> | null, validate: object) =>
  answer('POST /api/auth/me/addresses', async ({ request }) => {
    const { ignoreValidation: _, ...original } = (await request.json()) as AddressText & { ignoreValidation: boolean };
    return HttpResponse.json(
      {
        message: 'This address could not be verified.',
        error: {
          type: 'ADDRESS_INVALID',
          message: 'x',
          code: null,
          declineCode: null,
          field: null,
          requestId: 'req_1',
        },
        validate,
        suggestions: change ? [{ ...original, ...change }] : [],
        original,
      } as never,
      { status: 400 },
    );
  });

describe('an address with a mismatch', () => {
  const misspelled = mismatchFor({ addressLine1: '2208 S 1st St', postalCode: '78704' }, { postalCode: 'unknown' });

  test('[AD-05, AD-06] the suggestion stands beside what was typed; taking it stores it', async () => {
    const sent: unknown[] = [];
    const { user } = openAddress(ADDRESS, misspelled);
    await fillIn(user, { postalCode: '78740' });
    await user.click(submitButton());
    const panel = await screen.findByRole('complementary', { name: 'Did you mean this address?' });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    expect(isSubmitEnabled()).toBe(false);
    expect(screen.getByText('Choose an address first')).toBeDefined();
    expect(screen.getByText("We don't know this postal code.")).toBeDefined();
    expect([...panel.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['St', '78704']);
    expect(within(panel).getByRole('radio', { name: /^Suggested/ })).toHaveProperty('checked', true);
    expect(within(panel).getByRole('link', { name: 'Email support' })).toBeDefined();
    server.use(storesAddress(sent));
    await user.click(within(panel).getByRole('button', { name: 'Use suggested address' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([{ ...typedAddress, addressLine1: '2208 S 1st St', ignoreValidation: false }]);
  });

  test('[AD-05] the address as it was entered goes with ignoreValidation', async () => {
    const sent: unknown[] = [];
    const { user } = openAddress(ADDRESS, misspelled);
    await fillIn(user, { postalCode: '78740' });
    await user.click(submitButton());
    await user.click(await screen.findByRole('radio', { name: /^As you entered it/ }));
    server.use(storesAddress(sent));
    await user.click(screen.getByRole('button', { name: 'Use what I entered' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([{ ...typedAddress, postalCode: '78740', ignoreValidation: true }]);
  });

  test('[AD-05, AD-06] with nothing to suggest: the words of the document; an edit clears it', async () => {
    const { user } = openAddress('/address', mismatchFor(null, { addressLine1: 'PO box' }));
    await fillIn(user);
    await user.click(submitButton());
    expect(
      await screen.findByText(
        "Please double-check that you've used a valid, shippable address (no P.O. Box) and try again.",
      ),
    ).toBeDefined();
    expect(screen.getByText('This is a PO box. Enter a street address.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Use what I entered' })).toBeDefined();
    expect(isSubmitEnabled()).toBe(false);
    await user.type(screen.getByLabelText('Address line 1'), ' 5');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByText('This is a PO box. Enter a street address.')).toBeNull();
    expect(isSubmitEnabled()).toBe(true);
  });
});

describe('what goes wrong on the way', () => {
  test.each([
    [
      'a fault of ours',
      refuse('POST /api/auth/me/addresses', 'INTERNAL_ERROR'),
      /We don't know whether your address was saved.*Nothing you typed is lost.*try again/,
    ],
    ['too often', refuse('POST /api/auth/me/addresses', 'RATE_LIMITED'), /Too many tries.*Your address wasn't saved/],
  ])('%s: said at once, everything typed stays, and a second try works', async (_case, failing, words) => {
    const { user } = openAddress(ADDRESS, failing);
    await fillIn(user);
    await user.click(submitButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(words);
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(screen.getByLabelText('Address line 1')).toHaveProperty('value', '2208 S 1st Street');
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'Texas');
    server.use(storesAddress([]));
    await user.click(submitButton());
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
  });

  test('[AD-06] while it is sent the fields are shut', async () => {
    const { user } = openAddress('/address', neverAnswers('POST /api/auth/me/addresses'));
    await fillIn(user);
    await user.click(submitButton());
    expect(screen.getByLabelText('Company').matches(':disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Saving…' }).getAttribute('aria-busy')).toBe('true');
  });

  test('a field the server refuses is named and has the focus', async () => {
    const { user } = openAddress(
      '/address',
      refuse('POST /api/auth/me/addresses', 'INVALID_REQUEST', { field: 'city' }),
    );
    await fillIn(user);
    await user.click(submitButton());
    expect(await screen.findByText("This can't be saved as it is.")).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')));
  });

  test('[AD-01] stored meanwhile in another tab: it is shown, and what was typed is said not to be', async () => {
    let stored = false;
    const { user } = openAddress(
      '/address',
      answer('GET /api/auth/me', () => aMe({ user: { address: stored ? anAddress() : null } })),
      answer('POST /api/auth/me/addresses', () => {
        stored = true;
        return HttpResponse.json(
          { message: 'x', error: { type: 'ADDRESS_EXISTS', message: 'x', requestId: 'req_1' } } as never,
          { status: 409 },
        );
      }),
    );
    await fillIn(user);
    await user.click(submitButton());
    expect(await screen.findByRole('link', { name: 'Go Back' })).toBeDefined();
    expect(screen.getByText('1 Main St')).toBeDefined();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You have an address already');
    expect(document.activeElement).toBe(alert);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lantern');
  });
});
