import type { Page } from '@playwright/test';
import { RUN } from '../apps/web/src/testing/foreign-addresses.ts';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, signInHere, test } from './support.ts';

/**
 * Redirects that load another page, with what an attacker would write into their parameters (threats.md §2, open redirect):
 * the browser stays on this site or goes to a registered client, and runs nothing of it. `foreign-destinations.web.test.tsx`,
 * `ways-back.web.test.tsx` and `return-address.web.test.ts` try every disguise in every parameter. Parameters that only the
 * server reads, on the way to another sign-in provider, are in `services/oidc/destination.unit.test.ts`.
 */

const CLIENT = 'https://drive.arcwave.example';

/** Nothing ran, and the browser is where it was. */
const expectHere = async (page: Page, what: string): Promise<void> => {
  expect(await page.evaluate(() => 'taken' in globalThis), what).toBe(false);
  expect(new URL(page.url()).origin, what).toBe(baseUrl());
};

/** Where the browser wanted to go: a navigation answered with nothing leaves it on the page it was on. */
const holdBack = async (page: Page, mayOpen: (url: URL) => boolean): Promise<string[]> => {
  const wanted: string[] = [];
  await page.route('**', async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() || mayOpen(new URL(request.url()))) return route.fallback();
    wanted.push(request.url());
    return route.fulfill({ status: 204 });
  });
  return wanted;
};

test('[SE-02, SE-04, threats §2] `to` at the sign-in, with a token, and at the sign-out: a path of the portal', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // each arrival ends the session before, which may have asked for something just then
  await openSignedIn(page, 'ada', '/nowhere');
  const data = { email: emailOf('ada'), password: DEMO_PASSWORD };
  const arrive = async (place: string, landing: string): Promise<void> => {
    const answer = await page.request.post(`${baseUrl()}/api/auth/sessions`, { data });
    const { refreshToken } = (await answer.json()) as { refreshToken: string };
    await page.evaluate((route) => {
      location.hash = `#${route}`;
    }, `${place}&token=${refreshToken}`);
    await expect(page, place).toHaveURL(`${baseUrl()}/#${landing}`);
    await expectHere(page, place);
  };
  const payloads = ['https://evil.example/', '//evil.example/', '/\\evil.example', `javascript:${RUN}`];
  for (const payload of payloads) await arrive(`/signin?${new URLSearchParams({ to: payload })}`, '/');
  await arrive('/signin?to=%2F%252f%252fevil.example', '/%2f%2fevil.example');
  await arrive('/signin/%2Fevil.example?', '/evil.example');

  await page.goto(`${baseUrl()}/#/signout?to=${encodeURIComponent('//evil.example/')}`);
  await expect(page).toHaveURL((url) => url.pathname === '/id/');
  const back = new URL(page.url()).searchParams.get('return');
  expect(back).toBe(`${baseUrl()}/#/signin?to=%2F`);
});

test('[SE-11, threats §2] `return` at the authentication site: the token goes to this portal or a registered client', async ({
  page,
}) => {
  const wanted = await holdBack(page, ({ pathname }) => pathname === '/id/');
  await page.route('**/api/auth/sessions', (route) =>
    route.fulfill({ json: { refreshToken: 'fr_of_this_test', device: 'dev_of_this_test' } }),
  );
  const submitSignIn = async (back: string): Promise<void> => {
    await page.goto(`${baseUrl()}/id/?${new URLSearchParams({ return: back })}`);
    await signInHere(page, 'ada');
  };
  const signInWith = async (back: string): Promise<URL> => {
    wanted.length = 0;
    await submitSignIn(back);
    await expect.poll(() => wanted.length, back).toBe(1);
    await expectHere(page, back);
    return new URL(wanted[0] ?? '');
  };
  for (const payload of [
    'https://evil.example/',
    `javascript:${RUN}`,
    `${CLIENT}\\@evil.example/`,
    `${baseUrl()}/#//evil.example`,
    `${baseUrl()}/sandbox/mail`,
    `${CLIENT}/app`, // not the registered address of this client
  ]) {
    const { origin, pathname, search } = await signInWith(payload);
    // the portal's own intake, which takes the token behind the `#`
    expect([origin, pathname, search], payload).toEqual([baseUrl(), '/', '']);
  }
  // a request has no part behind the `#`: only the address of the open page shows it
  await page.route(`${CLIENT}/signin`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await submitSignIn(`${CLIENT}/signin`);
  await expect(page).toHaveURL(`${CLIENT}/signin#token=fr_of_this_test`);
});
