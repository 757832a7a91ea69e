import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { config } from '../lib/config.ts';
import { openSignIn } from '../testing/open-sign-in.tsx';

const markHere = () => sessionStorage.getItem('foyer.mark');

beforeEach(() => {
  config.signIn = 'provider';
});
afterEach(() => {
  config.signIn = 'own';
});

test.each(['', '#/register', '#/forgotten', '#/reset/emt_1.secret'])(
  '[SE-11] with another provider there is no password form at /id/%s: one is sent on at once',
  async (hash) => {
    const { left } = openSignIn(`?reason=unauthorized&return=x${hash}`);
    await waitFor(() =>
      expect(left).toHaveBeenCalledWith(`/api/auth/oidc/start?reason=unauthorized&return=x&mark=${markHere()}`),
    );
    expect(markHere()).toMatch(/^[0-9a-f]{32}$/);
    expect(document.querySelector('input')).toBeNull();
  },
);

test.each([
  ['closed', 'Your account is closed.'],
  ['signedout', "You're signed out."],
  ['email', 'Your email address was changed. Sign in with the new one.'],
])('[SE-11] whoever was signed out is told why before they go on: %s', (reason, words) => {
  const { left } = openSignIn(`?reason=${reason}`);
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `/api/auth/oidc/start?reason=${reason}&mark=${markHere()}`,
  );
  expect(left).not.toHaveBeenCalled();
});

test('[SC-07] the link that verifies an address works as ever', () => {
  const { left } = openSignIn('#/verify/emt_1.secret');
  expect(screen.getByRole('button', { name: 'Verify my address' })).toBeDefined();
  expect(left).not.toHaveBeenCalled();
});
