import { callAs, heading, registerAndOpen } from './identity.ts';
import { baseUrl, emailOf, expect, openSignedIn, test } from './support.ts';

/** Two tabs with one session, and an attack on the session by another site. */

const PASSWORD = 'an unhurried phrase 77';

test('[SE-06, INV-13] after signing out in one tab, the other tab signs out too, and Back shows no account data', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 401/); // a request of the other tab may be open at that moment
  await openSignedIn(page, 'pia');
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/#/payments`);
  await expect(heading(other, 'Payments')).toBeVisible();
  await other.goto(`${baseUrl()}/#/security`);
  await expect(other.getByText(emailOf('pia')).first()).toBeVisible();
  await page.goto(`${baseUrl()}/#/signout?reason=signedout`);
  await expect(page.getByText("You're signed out.")).toBeVisible();
  await expect(other.getByText("You're signed out.")).toBeVisible();
  for (const tab of [page, other]) {
    await tab.goBack();
    await expect(tab.getByLabel('Email')).toBeVisible();
    await expect(tab.getByText(emailOf('pia'))).toHaveCount(0);
  }
});

test('[ASVS 3.5.1] a page of another site can neither call the API as a customer nor read its responses', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|Content Security Policy|violates/);
  await registerAndOpen(page, 'framed', PASSWORD);
  // DELETE /sessions keeps the session of the caller. A second session shows whether the call had an effect.
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
