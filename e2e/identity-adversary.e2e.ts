import { callAs, expectHome, heading, register, signIn } from './identity.ts';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, readMails, test } from './support.ts';

/** Impatient customers, and others who are after their sessions. */

const PASSWORD = 'an unhurried phrase 77';

test('[SE-11] whoever presses twice signs in once, and Back leads to no token and no form', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/sessions')) asked += 1;
  });
  await page.goto(`${baseUrl()}/version`);
  await page.goto(`${baseUrl()}/payments`);
  await page.getByLabel('Email').fill(emailOf('pia'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick();
  await expect(heading(page, 'Payments')).toBeVisible();
  expect(asked).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(`${baseUrl()}/version`);
});

test('[SE-11, threats §3] too many guesses: how long to wait, in words, and the right password waits as well', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4(00|29)/);
  await register(page, 'guessed', PASSWORD);
  await page.goto(`${baseUrl()}/id/`);
  await page.getByLabel('Email').fill(emailOf('guessed'));
  const say = page.getByRole('alert');
  for (let n = 0; n < 5; n += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`a wrong guess ${n}`);
    const answered = page.waitForResponse('**/api/auth/sessions'); // the words of the guess before may still stand
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answered;
    await expect(say).toHaveText("That email and password don't match.");
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(say).toHaveText(/^Too many tries\. Try again in [1-6]?\d seconds?\.$/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
});

test('[SE-06, INV-13] signed out in one tab: the other leaves too, and Back shows nothing of the account', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 401/); // the other tab may have asked for something just then
  await openSignedIn(page, 'pia');
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/#/payments`);
  await expect(heading(other, 'Payments')).toBeVisible();
  await other.goto(`${baseUrl()}/#/security`);
  await expect(other.getByText(emailOf('pia')).first()).toBeVisible();
  await page.goto(`${baseUrl()}/#/signout?reason=signedout`);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(other.getByText('You are signed out.')).toBeVisible();
  for (const tab of [page, other]) {
    await tab.goBack();
    await expect(tab.getByLabel('Email')).toBeVisible();
    await expect(tab.getByText(emailOf('pia'))).toHaveCount(0);
  }
});

test('[INV-15, SE-12] a refresh token that was stolen ends the session of both, and its owner is told', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await register(page, 'robbed', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'robbed', PASSWORD);
  await expectHome(page);
  const tokenInUse = (): Promise<string> =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('foyer.session') ?? '{}') as { refreshToken: string }).refreshToken,
    );
  const refreshed = async (): Promise<string> => {
    await page.waitForLoadState('networkidle'); // nothing is asked for with what is changed here
    const before = await tokenInUse();
    await page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('foyer.session') ?? '{}') as object;
      localStorage.setItem('foyer.session', JSON.stringify({ ...record, accessExpiresAt: 0 }));
    });
    await page.reload();
    // Home greets from memory while the new token is still under way
    await expect.poll(tokenInUse).not.toBe(before);
    await expectHome(page);
    return tokenInUse();
  };
  const stolen = await refreshed();
  await refreshed();
  expect(await refreshed()).not.toBe(stolen);
  const taken = await page.request.post(`${baseUrl()}/api/auth/tokens`, { data: { refreshToken: stolen } });
  expect(taken.status()).toBe(401);
  // loaded once: a page that finds its session ended is on its way out, and nothing is to be loaded again meanwhile
  await page.goto(`${baseUrl()}/security`);
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await readMails(page, 'robbed', 1, 'We signed out one of your devices');
  await signIn(page, 'robbed', PASSWORD);
  await expect(heading(page, 'Security activity')).toBeVisible();
});

test('[threats §2] a page of another site can neither call the API as a customer nor read what it answers', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|Content Security Policy|violates/);
  await register(page, 'framed', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'framed', PASSWORD);
  await expectHome(page);
  // the call that ends the others spares its own session: another one tells whether it came through
  const another = { email: emailOf('framed'), password: PASSWORD };
  expect((await page.request.post(`${baseUrl()}/api/auth/sessions`, { data: another })).ok()).toBe(true);
  const sessions = async (): Promise<string[]> => {
    const list = await callAs<{ sessions: { id: string }[] }>(page, 'GET', '/api/auth/me/security/sessions');
    return list.sessions.map(({ id }) => id).sort();
  };
  const live = await sessions();
  expect(live.length).toBeGreaterThan(1);
  const { accessToken } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('foyer.session') ?? '{}') as { accessToken: string },
  );
  const evil = await context.newPage();
  await evil.route('http://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
  );
  await evil.goto('http://evil.example/');
  const outcomes = await evil.evaluate(
    async ([api, token]) => {
      const tryOut = (path: string, init: RequestInit) =>
        fetch(`${api}${path}`, init).then(
          ({ type, status }) => `${type} ${status}`,
          () => 'refused',
        );
      const form = { 'content-type': 'text/plain' };
      return [
        await tryOut('/api/auth/me', { credentials: 'include' }),
        await tryOut('/api/auth/me', { headers: { 'x-is-at': token } }),
        await tryOut('/api/auth/tokens', { method: 'POST', headers: form, body: '{"refreshToken":"x"}' }),
        await tryOut('/api/auth/me/security/sessions', { method: 'DELETE', headers: { 'x-is-at': token } }),
      ];
    },
    [baseUrl(), accessToken] as const,
  );
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused']);
  const frame = await evil.evaluate(async (portal) => {
    const element = document.createElement('iframe');
    element.src = portal;
    const loaded = new Promise((done) => element.addEventListener('load', done));
    document.body.append(element);
    await loaded;
    return element.contentDocument === null;
  }, `${baseUrl()}/`);
  expect(frame).toBe(true);
  expect(evil.frames().some((one) => one.url().startsWith(baseUrl()))).toBe(false);
  await page.bringToFront();
  expect(await sessions()).toEqual(live);
});
