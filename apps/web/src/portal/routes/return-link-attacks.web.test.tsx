import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '../../lib/hash-location.ts';
import { foreignAddresses, OWN_PATHS } from '../../testing/foreign-addresses.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { withConfig } from '../../testing/with-config.ts';

/** Hostile values of the parameters that say where a page leads back to. */

withConfig({ gateway: 'sandbox' });

/** Moves within the portal that is open, and returns the origins of all links of the page. */
const originsAt = (place: string): Set<string> => {
  act(() => navigate(place));
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
  return new Set(
    links.filter(({ protocol }) => !/^(mailto|tel):$/.test(protocol)).map(({ href }) => new URL(href).origin),
  );
};

test.each([
  { path: '/address', parameter: 'returnPath', label: 'Go Back', instead: '/' },
  { path: '/payments/method', parameter: 'returnPath', label: 'Cancel', instead: '/payments' },
  { path: '/promotions', parameter: 'from', label: 'Home', instead: '/' },
])('[PM-01, AD-09, PR-04] $path?$parameter= leads to no other site', async (page) => {
  const { path, parameter, label, instead } = page;
  const placeWith = (value: string) => `${path}?${new URLSearchParams({ [parameter]: value })}`;
  renderApp(path, { handlers: [receiptsAre()] });
  const main = within(await screen.findByRole('main'));
  await main.findByRole('link', { name: label });
  const ours = originsAt(path);
  for (const payload of foreignAddresses(location.origin)) {
    expect(
      [...originsAt(placeWith(payload))].filter((origin) => !ours.has(origin)),
      payload,
    ).toEqual([]);
    expect(main.getByRole('link', { name: label }).getAttribute('href'), payload).toBe(`#${instead}`);
  }
  for (const payload of OWN_PATHS) {
    originsAt(placeWith(payload));
    expect(
      main.getAllByRole('link').map((link) => link.getAttribute('href')),
      payload,
    ).toContain(`#${payload}`);
  }
});
