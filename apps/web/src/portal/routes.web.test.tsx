import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import { RUN } from '../testing/foreign-addresses.ts';
import { answer, neverAnswers } from '../testing/handlers.ts';
import { receiptsAre } from '../testing/payment-answers.ts';
import { renderApp } from '../testing/render-app.tsx';
import { emptySecurity } from '../testing/security-answers.ts';

const list = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });

test.each([
  ['/security?active=email', 'Security'],
  ['/cea/token-1', 'Confirm Email Change'],
  ['/promotions?from=/', 'Promotion'],
  ['/legacy-tekscope', 'Legacy License'],
])('[SH-01] %s exists', async (path, title) => {
  renderApp(path, { handlers: [list, ...emptySecurity()] });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  await waitFor(() => expect(document.title).toBe(`${title} · Arcwave Scope Account`));
});

/** Pages with tests of their own: here only that the route leads to them, while their data is on its way. */
test.each([
  ['/address', 'Add or Change Address'],
  ['/subscriptions/scope/sub_1?package=power&r=newuser', 'Scope subscription'],
  ['/subscriptions/iot', 'IoT subscription'],
  ['/codes/redeem', 'Redeem a prepaid code'],
])('[SH-01, SH-06] the title of %s is its heading', async (path, title) => {
  const unanswered = (
    [
      'GET /api/auth/me/addresses',
      'GET /api/auth/ip',
      'GET /api/subscription/v2/plans',
      'GET /api/subscription/v2/plans/:subId',
      'GET /api/subscription/subscriptions',
      'GET /api/subscription/subscriptions/:id',
    ] as const
  ).map(neverAnswers);
  renderApp(path, { handlers: unanswered });
  await waitFor(() => expect(document.title).toBe(`${title} · Arcwave Scope Account`));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
});

test('[SH-01] a survey needs no sign-in', async () => {
  renderApp('/survey/1', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Survey' })).toBeDefined();
});

test('[SH-06] the title of Home is My Account', async () => {
  renderApp('/', { handlers: [list] });
  await waitFor(() => expect(document.title).toBe('My Account · Arcwave Scope Account'));
  await screen.findByRole('heading', { name: 'Welcome, Ada' });
});

test('[SH-02] any other path: not found, says the path, leads to My Account', async () => {
  renderApp('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  expect(await screen.findByText('/no/such/page')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to My Account' }).getAttribute('href')).toBe('#/');
});

// a mailed secret goes another way: session-end.web.test.tsx
test.each(['/', '/payments?active=receipts', '/no/such/page'])(
  '[SH-03] signed out, %s goes to sign out with the way back, and from there to the sign-in site',
  async (path) => {
    const left = vi.spyOn(redirect, 'to').mockImplementation(() => undefined);
    renderApp(path, { signedIn: false });
    await waitFor(() => expect(left).toHaveBeenCalled());
    expect(location.hash).toBe(`#/signout?${new URLSearchParams({ reason: 'unauthorized', to: path })}`);
    const address = new URL(left.mock.calls[0]?.[0] ?? '');
    expect(address.pathname).toBe('/id/');
    expect(address.searchParams.get('reason')).toBe('unauthorized');
    expect(address.searchParams.get('return')).toBe(`${location.origin}/#/signin?${new URLSearchParams({ to: path })}`);
  },
);

test('[SH-04] an emailToken at any route leads to its confirmation', async () => {
  renderApp('/address?emailToken=a%2Fb');
  await waitFor(() => expect(location.hash).toBe('#/cea/a%2Fb'));
  await screen.findByRole('heading', { name: 'Confirm Email Change' });
});

test.each(['https://evil.example/', '//evil.example', '@evil.example', '%2f%2fevil.example', `javascript:${RUN}`])(
  '[SH-04, SC-11] an emailToken is one part of a path, whatever it says: %s',
  async (emailToken) => {
    renderApp(`/?${new URLSearchParams({ emailToken })}`);
    await waitFor(() => expect(location.hash).toBe(`#/cea/${encodeURIComponent(emailToken)}`));
    await screen.findByRole('heading', { name: 'Confirm Email Change' });
  },
);

test('[SH-07] a change of page brings the focus to its heading, and what was asked for stays for the next visit', async () => {
  let asked = 0;
  const sessions = answer('GET /api/auth/me/security/sessions', () => {
    asked += 1;
    return { sessions: [] };
  });
  const { user, queries } = renderApp('/no/such/page', {
    handlers: [list, sessions, receiptsAre(), ...emptySecurity()],
  });
  await screen.findByRole('heading', { name: 'Page not found' }); // the first page gets no focus
  for (const [tab, title] of [
    ['Security', 'Security'],
    ['Payments', 'Payments'],
    ['Home', 'Welcome, Ada'],
    ['Security', 'Security'],
  ] as const) {
    const tabs = within(await screen.findByRole('navigation', { name: 'Account' }));
    await user.click(tabs.getByRole('link', { name: tab }));
    // the one of the page, not the one that stands for it while it is on its way
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: title })));
    // a call nobody waits for any more is canceled, and made again at the next visit
    await waitFor(() => expect(queries.isFetching()).toBe(0));
  }
  expect(asked).toBe(1);
});

describe('/broken', () => {
  afterEach(() => document.getElementById('fatal')?.remove());

  test.each([
    ['nobody: a way to sign in', false, ['http://localhost:3000/id/?return=']],
    ['somebody: none', true, []],
  ])('[SH-08, SH-16] shown to %s', async (_who, signedIn, addresses) => {
    document.body.insertAdjacentHTML('beforeend', '<main id="fatal"><form><button>Try again</button></form></main>');
    const showFatal = vi.fn();
    window.__foyer = { early: {}, startedAt: 0, showFatal };
    renderApp('/broken', { signedIn });
    await waitFor(() => expect(showFatal).toHaveBeenCalled());
    const links = screen.queryAllByRole('link', { name: 'Sign In' });
    expect(links.map((link) => link.getAttribute('href')?.replace(/return=.*/, 'return='))).toEqual(addresses);
    expect(document.querySelector('#fatal form')?.getAttribute('action')).toBe('/');
  });
});
