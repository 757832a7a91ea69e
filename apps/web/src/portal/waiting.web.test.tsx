import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aMe, anAccount } from '../testing/builders.ts';
import { answer } from '../testing/handlers.ts';
import { LICENCE, openLicence } from '../testing/licence-answers.ts';
import { receiptsAre } from '../testing/payment-answers.ts';
import { holdsNothing, promotionIs } from '../testing/promotion-answers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Every page has exactly one h1 in each of its faces (BY-04): also before its part is here. */

let stop = () => {};
afterEach(() => stop());

/** The first headings of every state the page goes through, in their order. */
const watched = (place = 'main'): Set<string> => {
  const seen = new Set<string>();
  const look = () => {
    if (!document.querySelector(place)) return;
    const headings = [...document.querySelectorAll(`${place} h1`)].map(({ textContent }) => textContent?.trim());
    seen.add(headings.join(' + '));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  stop = () => observer.disconnect();
  return seen;
};

test('[BY-04] [SH-12] a page whose part is on its way', async () => {
  const seen = watched();
  renderApp('/payments', { handlers: [receiptsAre()] });
  await screen.findByText('No past payments');
  expect([...seen]).toEqual(['Loading your account', 'Payments']);
});

test('[BY-04] [SH-12] a licence, of which it is found out late that it is one', async () => {
  const seen = watched();
  openLicence([], LICENCE);
  await screen.findByText('License Extension', { selector: 'h2[id]' });
  expect([...seen]).toEqual(['Loading your account', 'Scope subscription', 'Professional: Power']);
});

test("[BY-04] [SH-12] a newcomer's promotion, whose first step is on its way", async () => {
  const seen = watched();
  const newcomer = [
    answer('GET /api/account/me', anAccount({ paymentMethod: null })),
    answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
  ];
  renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing, ...newcomer] });
  await screen.findByRole('button', { name: 'Continue' });
  expect([...seen]).toEqual(['Loading your account', 'Promotion', 'Setup your account']);
});

test('[SH-15] a page without the frame shows nothing while it is on its way, and is named', async () => {
  const seen = watched('body > div');
  let shown = 0;
  const observer = new MutationObserver(() => {
    shown += document.querySelectorAll('h1:not(.sr), h1 + span').length && !document.querySelector('main') ? 1 : 0;
  });
  observer.observe(document, { subtree: true, childList: true });
  renderApp('/survey/1', { signedIn: false });
  await waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe('Survey'));
  observer.disconnect();
  expect([...seen].filter(Boolean)).toEqual(['Survey']);
  expect(shown).toBe(0);
});
