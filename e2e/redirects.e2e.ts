import type { Page } from '@playwright/test';
import { RUN } from '../apps/web/src/testing/foreign-addresses.ts';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, signInHere, test } from './support.ts';

/**
 * Open redirects: hostile addresses in the parameters that load another page (docs/security.md). The browser must stay on
 * this site or go to a registered client, and must not run scripts from a parameter.
 *
 * `foreign-destinations.web.test.tsx`, `return-link-attacks.web.test.tsx` and `return-address.web.test.ts` try every kind of address in
 * every parameter. `services/oidc/destination.unit.test.ts` covers the parameters that only the server reads.
 */

const CLIENT = 'https://drive.arcwave.example';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Expects that no injected script ran and that the browser is still on this site. */
const expectHere = async (page: Page, what: string): Promise<void> => {
  expect(await page.evaluate(() => 'taken' in globalThis), what).toBe(false);
  expect(new URL(page.url()).origin, what).toBe(baseUrl());
};

/**
 * Records the addresses of navigations that `mayOpen` does not allow. They get status 204, on which a browser stays on its
 * page.
 */
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

test('[SE-02, SE-04] `to` of the sign-in with a token, and of the sign-out, leads only to a path of the portal', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // each sign-in ends the previous session, which may have an open request
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

test('[SE-11] [ASVS 10.4.4] `return` of the sign-in site: the token goes to this portal only, a code to a registered client', async ({
  page,
}) => {
  const wanted = await holdBack(page, ({ pathname }) => pathname === '/id/');
  await page.route('**/api/auth/sessions', (route) =>
    route.fulfill({ json: { refreshToken: 'fr_of_this_test', device: 'dev_of_this_test' } }),
  );
  const asked: unknown[] = [];
  await page.route('**/api/auth/authorization-codes', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { code: 'code_of_this_test' } });
  });
  const submitSignIn = async (back: string): Promise<void> => {
    const query = { return: back, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    await page.goto(`${baseUrl()}/id/?${new URLSearchParams(query)}`);
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
    `${CLIENT}/app`, // not a registered address of this client
  ]) {
    const { origin, pathname, search } = await signInWith(payload);
    // The portal itself, which reads the token from the fragment.
    expect([origin, pathname, search], payload).toEqual([baseUrl(), '/', '']);
  }
  // Requests do not contain the fragment, so check the address of the open page.
  await page.route(`${CLIENT}/signin`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await submitSignIn(`${CLIENT}/signin`);
  await expect(page).toHaveURL(`${CLIENT}/signin#code=code_of_this_test`);
  const bound = { refreshToken: 'fr_of_this_test', returnAddress: `${CLIENT}/signin`, codeChallenge: CHALLENGE };
  expect(asked).toEqual([bound]);
});
