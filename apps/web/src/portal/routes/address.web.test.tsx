import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import {
  ADDRESS,
  fillIn,
  isSubmitEnabled,
  openAddress,
  storesAddress,
  submitButton,
  taxOf,
  typedAddress,
} from '../../testing/address-form.ts';
import { aMe, anAddress } from '../../testing/builders.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

test.each([
  ['of a vendor with export control', true, 'We use your address for tax, receipts and export checks.'],
  ['of another vendor', false, 'We use your address for tax and receipts.'],
])('[AD-01] [EX-01] the form %s says what the address is for', async (_vendor, exportControl, text) => {
  config.families = config.families.map((family) => ({ ...family, exportControl }));
  openAddress(ADDRESS);
  expect(await screen.findByText(text, { exact: false })).toBeDefined();
});

describe('an address there is', () => {
  test('[AD-01] is shown to read, with Go Back and how to change it', async () => {
    renderApp(`/address?returnPath=${encodeURIComponent('/payments')}`);
    expect(await screen.findByRole('heading', { name: 'Add or Change Address' })).toBeDefined();
    expect(await screen.findByText('1 Main St')).toBeDefined();
    expect(screen.getByText('Massachusetts')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('#/payments');
    expect(screen.getByRole('link', { name: 'help@arcwave.example' }).getAttribute('href')).toMatch(/^mailto:/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('[AD-01] that is waited for says so', async () => {
    renderApp('/address', { handlers: [neverAnswers('GET /api/auth/me')] });
    expect(await screen.findByText('Loading…')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('[AD-01] that did not load is there after a second try', async () => {
    const { user } = renderApp('/address', { handlers: [refuse('GET /api/auth/me', 'UNAVAILABLE')] });
    expect(await screen.findByText("We're having trouble retrieving your address.")).toBeDefined();
    server.use(answer('GET /api/auth/me', aMe()));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 Main St')).toBeDefined();
  });
});

describe('customers who change their address themselves (D15)', () => {
  beforeEach(() => {
    config.addressChange = 'self';
  });
  afterEach(() => {
    config.addressChange = 'support';
  });

  test('[AD-01] find it in the form, and what they change is stored as another one', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp(ADDRESS, { handlers: [storesAddress(sent), taxOf(8.25)] });
    expect(await screen.findByLabelText('Company')).toHaveProperty('value', 'Analytical');
    await user.clear(screen.getByLabelText('Company'));
    await user.type(screen.getByLabelText('Company'), 'Engines');
    await user.click(submitButton());
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([{ ...anAddress({ organization: 'Engines' }), phone1: '', ignoreValidation: false }]);
  });
});

describe('a new address', () => {
  test('[AD-03, AD-07, AD-09] is stored, its tax is loaded, and the way goes back', async () => {
    const sent: unknown[] = [];
    const taxed: unknown[] = [];
    const { user, queries } = openAddress(
      ADDRESS,
      storesAddress(sent),
      answer('GET /api/account/taxes/rate/:postalCode', ({ params, request }) => {
        taxed.push([params.postalCode, new URL(request.url).search]);
        return { taxRatePercentage: 8.25 };
      }),
    );
    await fillIn(user);
    await user.type(screen.getByLabelText(/^Phone/), '+1 (512) 555-0147');
    await user.dblClick(submitButton());
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([{ ...typedAddress, phone1: '+1 (512) 555-0147', ignoreValidation: false }]);
    expect(await screen.findByText('Address saved')).toBeDefined();
    const { user: known } = queries.getQueryData(['me']) as ReturnType<typeof aMe>;
    expect(known.address?.city).toBe('Austin');
    await waitFor(() => expect(taxed).toEqual([['78704', '?country=US']]));
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/signout?x=1'])(
    '[AD-09] a way back to %s leads home instead',
    async (returnPath) => {
      openAddress(`/address?returnPath=${encodeURIComponent(returnPath)}`);
      expect((await screen.findByRole('link', { name: 'Cancel' })).getAttribute('href')).toBe('#/');
    },
  );

  test('[AD-06] the button waits until everything is there, and pressing it early leads to the first that is missing', async () => {
    const { user } = openAddress('/address');
    await screen.findByLabelText('Company');
    expect(isSubmitEnabled()).toBe(false);
    expect(screen.getByText('No company? Enter your name.')).toBeDefined();
    await user.click(submitButton());
    expect(document.activeElement).toBe(screen.getByLabelText('Company'));
    expect(screen.getAllByText('Required')).toHaveLength(5);
    await fillIn(user);
    expect(screen.queryByText('Required')).toBeNull();
    expect(isSubmitEnabled()).toBe(true);
    await user.clear(screen.getByLabelText('City'));
    expect(isSubmitEnabled()).toBe(false);
  });

  test('[AD-08, SC-12] messages stand under their fields once these were left, and nothing blocks typing', async () => {
    const { user } = openAddress('/address');
    await fillIn(user, { postalCode: '1234567890' });
    await user.type(screen.getByLabelText(/^Phone/), 'call me');
    await user.tab();
    expect(screen.getByText('Must be 8 or fewer characters')).toBeDefined();
    expect(screen.getByText('Must be a number')).toBeDefined();
    expect(screen.getByLabelText(/^Phone/)).toHaveProperty('value', 'call me');
    expect(screen.getByLabelText('Postal code').getAttribute('aria-invalid')).toBe('true');
    await user.clear(screen.getByLabelText('Postal code'));
    await user.type(screen.getByLabelText('Postal code'), '78704-1234');
    expect(screen.queryByText('Must be 8 or fewer characters')).toBeNull();
  });

  test('[AD-04] the country is the visitor’s, and is found in the middle of its name by keyboard alone', async () => {
    const { user } = openAddress(
      '/address',
      answer('GET /api/auth/ip', { ip: '203.0.113.7', country_code: 'CA', country_name: 'Canada' }),
    );
    const country = await screen.findByRole('combobox', { name: 'Country' });
    await waitFor(() => expect(country).toHaveProperty('value', 'Canada'));
    expect(screen.getByRole('combobox', { name: 'Province' })).toBeDefined();
    await user.click(country);
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(250);
    expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]?.textContent).toBe('Canada');
    await user.clear(country);
    await user.type(country, 'kingdom');
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['United Kingdom']);
    await user.keyboard('{Enter}');
    expect(country).toHaveProperty('value', 'United Kingdom');
    expect(screen.queryByRole('listbox')).toBeNull();
    // no state is asked for there (AD-03)
    expect(screen.queryByRole('combobox', { name: /State|Province|County/ })).toBeNull();
    expect(screen.getByLabelText('Town or city')).toBeDefined();
  });

  test('[AD-04] Escape takes nothing, arrows walk the list, leaving the field takes the only one that it can be', async () => {
    const { user } = openAddress('/address');
    const country = await screen.findByRole('combobox', { name: 'Country' });
    await waitFor(() => expect(country).toHaveProperty('value', 'United States'));
    await user.click(country);
    await user.clear(country);
    await user.type(country, 'united');
    const marked = () => document.getElementById(country.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(marked()).toBe('United States');
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBe('United Arab Emirates');
    await user.keyboard('{Escape}');
    expect(country).toHaveProperty('value', 'United States');
    await user.clear(country);
    await user.type(country, 'nowhere at all');
    expect(screen.getByText('Nothing found for “nowhere at all”')).toBeDefined();
    await user.clear(country);
    await user.type(country, 'emirates');
    await user.tab();
    expect(country).toHaveProperty('value', 'United Arab Emirates');
    expect(screen.getByRole('combobox', { name: 'Emirate' })).toBeDefined();
    expect(screen.queryByLabelText('Postal code')).toBeNull();
  });

  test('[AD-02] [PM-05] as the first step of somebody new: Setup your account, Continue, and the way back to the start', async () => {
    const { user } = openAddress('/address?r=newuser&returnPath=%2Fpayments', storesAddress([]), receiptsAre());
    expect(await screen.findByRole('heading', { name: 'Setup your account' })).toBeDefined();
    expect((await screen.findByRole('link', { name: 'Back to My Account' })).getAttribute('href')).toBe('#/');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    // a US address leads one step on, to the card (PM-05)
    await waitFor(() => expect(location.hash).toBe('#/payments/method?returnPath=%2Fpayments&r=newuser'));
  });

  test('[AD-02] a step for a choice that needs no card leads to the review and not to the card', async () => {
    const { user } = openAddress(
      '/address?r=newuser&next=review&returnPath=%2Fpayments',
      storesAddress([]),
      receiptsAre(),
    );
    expect(await screen.findByRole('heading', { name: 'Setup your account' })).toBeDefined();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });
});
