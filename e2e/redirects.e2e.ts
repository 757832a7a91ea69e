import type { Page } from '@playwright/test';
import { OWN_PATHS, RUN } from '../apps/web/src/testing/foreign-addresses.ts';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, signInHere, test } from './support.ts';

/**
 * Every parameter that says where to go on, with what an attacker would write into it (threats.md §2, open redirect): the
 * browser stays on this site or goes to a registered client, runs nothing of it, and lands where it would without. What
 * only the server reads, on the way to another sign-in provider, is in `services/oidc/destination.unit.test.ts`; links in
 * mails are made of the configured host names alone.
 */

/** One of each kind; `same-site-path.web.test.ts` has the rule that all these places ask with every one. */
const elsewhere = (): string[] => [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/%2e%2e//evil.example',
  '@evil.example',
  `${baseUrl()}@evil.example/`,
  `javascript:${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
];

const CLIENTS = ['scope', 'drive'].map((name) => `https://${name}.arcwave.example`);

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

/** Moves within the portal that is open; the links of the page that is there then, as the browser reads them. */
const linksAt = (page: Page, place: string): Promise<string[]> =>
  page.evaluate(async (route) => {
    const moved = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    location.hash = `#${route}`;
    await moved;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href);
  }, place);

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`;

const isForeign = (link: string): boolean => {
  const { origin, protocol } = new URL(link);
  return !/^(mailto|tel):$/.test(protocol) && ![baseUrl(), 'https://arcwave.example', ...CLIENTS].includes(origin);
};

for (const { path, parameter, ready, label, instead } of [
  { path: '/address', parameter: 'returnPath', ready: 'Go Back', label: 'Go Back', instead: '/' },
  { path: '/payments/method', parameter: 'returnPath', ready: 'Cancel', label: 'Cancel', instead: '/payments' },
  { path: '/promotions', parameter: 'from', ready: 'Promotion', label: 'Home', instead: '/' },
] as const) {
  test(`[PM-01, AD-09, PR-04, threats §2] ${path}?${parameter}= leads to no other site`, async ({ page }) => {
    await openSignedIn(page, 'ada');
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready, { exact: true }).first()).toBeVisible();
    const back = page.locator('main').getByRole('link', { name: label, exact: true }).first();
    for (const payload of elsewhere()) {
      const links = await linksAt(page, withQuery(path, { [parameter]: payload }));
      expect(links.filter(isForeign), payload).toEqual([]);
      await expect(back, payload).toHaveAttribute('href', `#${instead}`);
      await expectHere(page, payload);
    }
    await back.click();
    await expect(page).toHaveURL(`${baseUrl()}/#${instead}`);
    for (const payload of OWN_PATHS) {
      await linksAt(page, withQuery(path, { [parameter]: payload }));
      await page.locator(`main a[href="#${payload}"]`).first().click();
      await expect(page, payload).toHaveURL(`${baseUrl()}/#${payload}`);
    }
  });
}

test('[SE-03, SH-09, threats §2] referrerClient, referrerPath and bucket lead to the product they name or nowhere', async ({
  page,
}) => {
  await openSignedIn(page, 'ada');
  const back = page.getByRole('link', { name: /^Back to Arcwave/ });
  const arrive = async (query: Readonly<Record<string, string>>) => {
    await page.evaluate(() => sessionStorage.removeItem('foyer.referrer'));
    await linksAt(page, withQuery('/', query));
    await expect(page).toHaveURL(`${baseUrl()}/#/`);
  };
  for (const payload of elsewhere()) {
    await arrive({ referrerClient: 'drive', referrerPath: payload, bucket: payload.slice(0, 100) });
    const { origin, pathname } = new URL((await back.getAttribute('href')) ?? '');
    expect([origin, pathname], payload).toEqual(['https://drive.arcwave.example', '/']);
    await expectHere(page, payload);
  }
  for (const payload of ['https://evil.example', '//evil.example', `javascript:${RUN}`, 'constructor', '__proto__']) {
    await arrive({ referrerClient: payload, referrerPath: '/files' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await expect(back, payload).toHaveCount(0);
  }
});

test('[SE-02, threats §2] `to` at the sign-in, with a token: the portal goes to a path of its own', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // each arrival ends the session before, which may have asked for something just then
  await openSignedIn(page, 'ada', '/nowhere');
  const data = { email: emailOf('ada'), password: DEMO_PASSWORD };
  const arrive = async (rest: string, query: Readonly<Record<string, string>>, landing: string): Promise<void> => {
    const answer = await page.request.post(`${baseUrl()}/api/auth/sessions`, { data });
    const { refreshToken } = (await answer.json()) as { refreshToken: string };
    const place = withQuery(`/signin${rest}`, { ...query, token: refreshToken });
    await page.evaluate((route) => {
      location.hash = `#${route}`;
    }, place);
    await expect(page, place).toHaveURL(`${baseUrl()}/#${landing}`);
    await expectHere(page, place);
  };
  for (const payload of elsewhere()) await arrive('', { to: payload }, '/');
  for (const payload of OWN_PATHS) await arrive('', { to: payload }, payload);
  for (const [rest, landing] of [
    ['///evil.example', '/'],
    ['/%2Fevil.example', '/evil.example'],
    ['/%5Cevil.example', '/'],
    [`/javascript:${RUN}`, `/javascript:${RUN}`],
  ] as const)
    await arrive(rest, {}, landing);
});

test('[SE-04, threats §2] `to` at the sign-out: the way back it writes leads into this portal', async ({ page }) => {
  await page.goto(`${baseUrl()}/#/broken`);
  // by its role: the page that waited has a heading with these words as well, and is hidden by now
  await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible();
  const wanted = await holdBack(page, () => false);
  const leave = async (to: string): Promise<string | null> => {
    wanted.length = 0;
    await linksAt(page, withQuery('/signout', { reason: 'signedout', to }));
    await expect.poll(() => wanted.length, to).toBe(1);
    const address = new URL(wanted[0] ?? '');
    expect([address.origin, address.pathname], to).toEqual([baseUrl(), '/id/']);
    await expectHere(page, to);
    return address.searchParams.get('return');
  };
  for (const payload of elsewhere()) expect(await leave(payload), payload).toBe(`${baseUrl()}/#/signin?to=%2F`);
  for (const payload of OWN_PATHS)
    expect(await leave(payload)).toBe(`${baseUrl()}/#/signin?${new URLSearchParams({ to: payload })}`);
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
  const nested = ['/#//evil.example', '/#/signin?to=//evil.example/', '/#/signin?to=/%5Cevil.example', '/sandbox/mail'];
  // every other disguise is in `return-address.web.test.ts`
  const odd = 'https://drive.arcwave.example\\@evil.example/';
  for (const payload of [...elsewhere(), odd, ...nested.map((place) => baseUrl() + place)]) {
    const { origin, pathname, search } = await signInWith(payload);
    // the portal's own intake, which takes the token behind the `#`
    expect([origin, pathname, search], payload).toEqual([baseUrl(), '/', '']);
  }
  for (const client of CLIENTS) {
    expect((await signInWith(`${client}/app`)).origin, 'an address that is not registered').toBe(baseUrl());
    // a request has no part behind the `#`: only the address of the open page shows it
    await page.route(`${client}/signin`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await submitSignIn(`${client}/signin`);
    await expect(page).toHaveURL(`${client}/signin#token=fr_of_this_test`);
  }
});

test('[SC-11, SH-04, SH-15, threats §2] what a mail or a survey link carries becomes one part of a path', async ({
  page,
}) => {
  await openSignedIn(page, 'ada');
  for (const payload of elsewhere()) {
    await page.evaluate((secret) => {
      location.hash = `#/?${new URLSearchParams({ emailToken: secret })}`;
    }, payload);
    await expect(page, payload).toHaveURL(`${baseUrl()}/#/cea/${encodeURIComponent(payload)}`);
    await expectHere(page, payload);
  }
  for (const payload of ['//evil.example', '@evil.example', '%2f%2fevil.example', `javascript:${RUN}`]) {
    const survey = encodeURIComponent(payload);
    await linksAt(page, `/survey/${survey}`);
    await expect(page.locator('iframe')).toHaveAttribute('src', `https://survey.arcwave.example/s/${survey}`);
    await expectHere(page, payload);
  }
});
