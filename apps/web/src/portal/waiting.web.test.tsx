import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LICENCE, openLicence } from '../testing/licence-answers.ts';
import { receiptsAre } from '../testing/payment-answers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Every page has exactly one h1 in each of its faces (BY-04): also before its part is here. */

let stop = () => {};
afterEach(() => stop());

/** The first headings of every state the page goes through, in their order. */
const watched = (): Set<string> => {
  const seen = new Set<string>();
  const look = () => {
    if (!document.querySelector('main')) return;
    const headings = [...document.querySelectorAll('main h1')].map(({ textContent }) => textContent?.trim());
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
  await screen.findByText('No past payments', undefined, { timeout: 10_000 });
  expect([...seen]).toEqual(['Loading your account', 'Payments']);
});

test('[BY-04] [SH-12] a licence, of which it is found out late that it is one', async () => {
  const seen = watched();
  openLicence([], LICENCE);
  await screen.findByText('License Extension', { selector: 'h2[id]' }, { timeout: 10_000 });
  expect([...seen]).toEqual(['Loading your account', 'Scope subscription', 'Professional: Power']);
});
