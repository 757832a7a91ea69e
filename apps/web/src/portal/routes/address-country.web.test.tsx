import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAddress } from '../../testing/address-form.ts';

/** What becomes of a country while somebody types, and when they move on (AD-04). */

const open = async () => {
  const { user } = openAddress('/address');
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  await waitFor(() => expect(country.value).toBe('United States'));
  const state = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' });
  await user.type(state, 'texas');
  await user.tab();
  expect(state.value).toBe('Texas');
  await user.click(country);
  await user.clear(country);
  return { user, country, state };
};

test.each([
  ['Great Britain', 'United Kingdom'],
  ['UAE', 'United Arab Emirates'],
  ['Holland', 'Netherlands'],
  ['england', 'United Kingdom'],
])('[AD-04] “%s” and Tab is %s, and no other country on the way there', async (typed, name) => {
  const { user, country } = await open();
  const seen = new Set<string>();
  for (const letter of typed) {
    await user.keyboard(letter);
    // the state goes with its country: as long as it stands no other was chosen
    seen.add(screen.queryByRole<HTMLInputElement>('combobox', { name: 'State' })?.value ?? 'gone');
  }
  expect([...seen]).toEqual(['Texas']);
  await user.tab();
  expect(country.value).toBe(name);
});

test.each(['Sydney', 'Greater', 'states of', '<b>Sydney</b>'])(
  '[AD-04, AD-08] “%s” is no country: what was chosen stays with its state, and the field says so',
  async (typed) => {
    const { user, country, state } = await open();
    await user.keyboard(typed);
    await user.tab();
    expect(country.value).toBe('United States');
    expect(state.value).toBe('Texas');
    expect(screen.getByText(`“${typed}” isn't in the list. United States is still selected.`)).toBeDefined();
    expect(country.getAttribute('aria-invalid')).toBeNull();
    await user.type(country, 'Can');
    expect(screen.queryByText(/still chosen/)).toBeNull();
    await user.keyboard('{Enter}');
    expect(country.value).toBe('Canada');
    expect(screen.queryByText(/still chosen/)).toBeNull();
  },
);

test('[AD-04] Escape gives back what was, its state too, and so does Enter on a text that is nothing', async () => {
  const { user, country, state } = await open();
  await user.keyboard('states{Escape}');
  expect(country.value).toBe('United States');
  expect(state.value).toBe('Texas');
  await user.clear(country);
  await user.keyboard('sydney{Enter}');
  expect(country.value).toBe('United States');
  expect(screen.getByText(/“sydney” isn't in the list/)).toBeDefined();
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[AD-04] [AD-08] where nothing was chosen a text that is nothing is an error', async () => {
  const { user } = openAddress('/address');
  const state = await screen.findByRole<HTMLInputElement>('combobox', { name: 'State' });
  await user.type(state, '<b>Bavaria</b>');
  await user.tab();
  expect(screen.getByText("“<b>Bavaria</b>” isn't in the list. Choose a name from it.")).toBeDefined();
  expect(state.getAttribute('aria-invalid')).toBe('true');
  expect(state.value).toBe('');
});

test('[AD-04] what a browser fills in by itself is taken at once', async () => {
  openAddress('/address');
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  await waitFor(() => expect(country.value).toBe('United States'));
  fireEvent.change(country, { target: { value: 'United Kingdom' } });
  expect(screen.getByLabelText('Town or city')).toBeDefined();
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[AD-04, AD-06] a name that is written out counts at once, so the button is there for who ends with it; Escape takes it back', async () => {
  const { user } = openAddress('/address');
  const state = await screen.findByRole<HTMLInputElement>('combobox', { name: 'State' });
  const storedState = () => JSON.parse(sessionStorage.getItem('foyer.drafts') ?? '{}').forms?.address?.state;
  await user.type(state, 'Texa');
  expect(storedState() ?? '').toBe('');
  await user.keyboard('s');
  expect(storedState()).toBe('TX');
  await user.keyboard('{Escape}');
  expect(storedState()).toBe('');
});
