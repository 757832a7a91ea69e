import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchRedirects } from '../../testing/arrivals.ts';
import { foreignAddresses, OWN_PATHS } from '../../testing/foreign-addresses.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { destinationOf } from './sign-in-page.tsx';

/** Hostile values of `to`, at the sign-in and at the sign-out. */

const redirects = watchRedirects();
const foreign = foreignAddresses(location.origin);

test('[SE-02] after a sign-in comes a path of the portal, whatever `to` says', () => {
  const destination = (to: string) => destinationOf('', new URLSearchParams({ to }));
  for (const to of foreign) expect(destination(to), to).toBe('/');
  for (const to of OWN_PATHS) expect(destination(to), to).toBe(to);
});

test.each([...foreign.map((to) => [to, '/']), ...OWN_PATHS.map((to) => [to, to])])(
  '[SE-04, SH-03] the sign-out leads to the sign-in, and from there to a path of the portal: `to` %#',
  async (to = '', destination = '') => {
    renderApp(`/signout?${new URLSearchParams({ to })}`, { signedIn: false });
    await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
    const address = new URL(redirects.mock.calls[0]?.[0] ?? '');
    expect([address.origin, address.pathname]).toEqual([location.origin, '/id/']);
    const back = `${location.origin}/#/signin?${new URLSearchParams({ to: destination })}`;
    expect(address.searchParams.get('return')).toBe(back);
  },
);
