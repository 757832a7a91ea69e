import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ROWS_KEY, readStored, writeStored } from '../../lib/browser-store.ts';
import { anAccount } from '../../testing/builders.ts';
import { answer, neverAnswers } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const WORDS = 'Account Alert: Your legacy license is scheduled for end of life';
const open = (legacyWithoutNewPromo: boolean) =>
  renderApp('/nowhere', { handlers: [answer('GET /api/account/me', anAccount({ legacyWithoutNewPromo }))] });

beforeEach(() => sessionStorage.clear());

test('[SH-10] the alert says what ends and leads to the legacy page', async () => {
  open(true);
  expect(await screen.findByText(WORDS)).toBeDefined();
  expect(screen.getByRole('link', { name: 'See what changes' }).getAttribute('href')).toBe('#/legacy-tekscope');
});

test('[SH-10] nobody else sees it, and nothing is reserved for it', async () => {
  open(false);
  await screen.findByRole('button', { name: /Your menu/ });
  await waitFor(() => expect(readStored(ROWS_KEY)).toBe('67 67 0 0'));
  expect(screen.queryByText(WORDS)).toBeNull();
});

test('[SH-10] put away it stays away in this tab; the focus goes to the page', async () => {
  const { user, unmount } = open(true);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(WORDS)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  unmount();
  open(true);
  await screen.findByRole('button', { name: /Your menu/ });
  expect(screen.queryByText(WORDS)).toBeNull();
});

test('[SH-10] while the account is on its way there is no alert', async () => {
  renderApp('/nowhere', { handlers: [neverAnswers('GET /api/account/me')] });
  await screen.findByRole('button', { name: /Your menu/ });
  expect(screen.queryByText(WORDS)).toBeNull();
});

const alert = () => screen.findByRole('region', { name: 'Account alert' });

test('[SH-12] at a first visit, which reserves no place for it, the page below slides down', async () => {
  open(true);
  expect((await alert()).className).toContain('slides');
});

test('[SH-10] [SH-12] the page does not slide where the place is reserved', async () => {
  writeStored(ROWS_KEY, '67 67 0 41');
  open(true);
  expect((await alert()).className).not.toContain('slides');
});
