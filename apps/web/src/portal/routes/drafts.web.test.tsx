import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { redirect } from '../../lib/redirect.ts';
import { removeRecord } from '../../lib/session/record.ts';
import { fillIn, storesAddress, submitButton, taxOf, typedAddress } from '../../testing/address-form.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { emptySecurity, ownClaims } from '../../testing/security-answers.ts';
import { signIn } from '../../testing/session.ts';

/** Text that was typed when the session ended under the page, and who gets it back (SE-05). */

/** The session has ended on the server already. */
const signOutHandler = () => refuse('DELETE /api/auth/me/security/tokens/:jti', 'NOT_FOUND');
const noAddress = () => answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] }, claims: ownClaims }));
const openAddress = () =>
  renderApp('/address?returnPath=%2Fnowhere', { signedIn: false, handlers: [noAddress(), signOutHandler()] });
const openSecurity = () =>
  renderApp('/security', {
    signedIn: false,
    handlers: [
      signOutHandler(),
      refuse('PATCH /api/auth/me/email', 'INVALID_TOKEN'),
      answer('GET /api/auth/me', aMe({ claims: ownClaims })),
      ...emptySecurity(),
    ],
  });
const company = async () => (await screen.findByLabelText<HTMLInputElement>('Company')).value;

let left: ReturnType<typeof vi.fn<(address: string) => void>>;

beforeEach(() => {
  left = vi.fn();
  vi.spyOn(redirect, 'to').mockImplementation(left);
  signIn();
});

/** The way to the sign-in site and back, as the browser goes it: this page ends and another begins. */
const signInAgain = async (userId = 'usr_1') => {
  await waitFor(() => expect(left).toHaveBeenCalledWith(expect.stringContaining('reason=unauthorized')));
  cleanup();
  signIn({ userId });
};

const typeAnAddress = async () => {
  const { user } = openAddress();
  await user.type(await screen.findByLabelText('Company'), 'Lantern Robotics');
  await user.type(screen.getByLabelText('City'), 'Austin');
};

test('[SE-05] an address that was being typed is there again after signing in', async () => {
  await typeAnAddress();
  location.hash = '#/signout?reason=unauthorized&to=%2Faddress';
  await signInAgain();
  openAddress();
  expect(await company()).toBe('Lantern Robotics');
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Austin');
});

test('[SE-05, AD-08] a save that finds the session ended: nothing is typed twice, and once it is saved nothing is kept', async () => {
  const path = '/address?returnPath=%2Fnowhere';
  const usual = [noAddress(), signOutHandler(), taxOf(8.25)];
  const first = renderApp(path, {
    signedIn: false,
    handlers: [refuse('POST /api/auth/me/addresses', 'INVALID_TOKEN'), ...usual],
  });
  await fillIn(first.user);
  await first.user.click(submitButton());
  await signInAgain();
  const sent: unknown[] = [];
  const { user } = renderApp(path, { signedIn: false, handlers: [storesAddress(sent), ...usual] });
  expect(await company()).toBe('Lantern Robotics');
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'Texas');
  await user.click(submitButton());
  await waitFor(() => expect(location.hash).toBe('#/nowhere'));
  expect(sent).toEqual([{ ...typedAddress, ignoreValidation: false }]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lantern');
});

test('[SE-05] somebody else who signs in finds nothing of it, and neither does its owner afterwards', async () => {
  await typeAnAddress();
  location.hash = '#/signout?reason=unauthorized&to=%2Faddress';
  await signInAgain('usr_2');
  openAddress();
  expect(await company()).toBe('');
  cleanup();
  signIn();
  openAddress();
  expect(await company()).toBe('');
});

test('[SH-01] an address whose page was left by mistake is there again, for as long as its owner is signed in', async () => {
  await typeAnAddress();
  location.hash = '#/nowhere';
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  location.hash = '#/address?returnPath=%2Fnowhere';
  expect(await company()).toBe('Lantern Robotics');
  location.hash = '#/nowhere';
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  location.hash = '#/signout';
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lantern');
});

test('[SC-04] an editor of Security that was left by mistake begins anew: there is no old address in it', async () => {
  const { user } = openSecurity();
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(screen.getByLabelText('New email'), 'new@b.cd');
  location.hash = '#/nowhere';
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('new@b.cd');
});

test.each([
  ['left by Cancel', (): void => screen.getByRole('link', { name: 'Cancel' }).click()],
  [
    'whose owner signs out',
    (): void => {
      location.hash = '#/signout?reason=signedout';
    },
  ],
])('[SE-04] a form %s keeps nothing in the browser', async (_, leave) => {
  await typeAnAddress();
  expect(JSON.stringify({ ...sessionStorage })).toContain('Lantern');
  leave();
  await waitFor(() => expect(screen.queryByLabelText('Company')).toBeNull());
  removeRecord();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lantern');
});

test('[SE-05, SC-04] a new email address is there again in its editor; the password beside it is kept nowhere', async () => {
  const { user } = openSecurity();
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(screen.getByLabelText('New email'), 'new@b.cd');
  await user.type(screen.getByLabelText('Account password'), 'the very secret one');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await signInAgain();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('very secret');
  openSecurity();
  expect(await screen.findByLabelText('New email')).toHaveProperty('value', 'new@b.cd');
  expect(screen.getByLabelText('Account password')).toHaveProperty('value', '');
});
