import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { locationOf, openBrowser, pathOf } from '../../test/browser.ts';
import { type Answer, inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';

const START = '/api/auth/oidc/start';
const CALLBACK = '/api/auth/oidc/callback';
let h: Harness;
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider([`http://localhost${CALLBACK}`, `http://drive.localhost${CALLBACK}`]);
  h = await startHarness({ oidc: provider.settings });
});

afterEach(() => {
  h.wall.reset();
  h.log.expectQuiet();
});

afterAll(async () => {
  await h.stop();
  await provider.stop();
});

const makeBrowser = (host?: string) => openBrowser(h.app, host);
type Browser = ReturnType<typeof makeBrowser>;

/** As far as the address the provider sends the browser back to. */
const toCallback = async (browser: Browser, subject: string, query = ''): Promise<string> => {
  provider.next = subject;
  return provider.visit(locationOf(await browser.visit(START + query)));
};

const usersWith = (email: string) =>
  h.database.query<{ id: string; emailVerifiedAt: number | null }>(
    'SELECT id, email_verified_at FROM users WHERE email = $1',
    [email],
  );

const expectRefused = async (answer: Answer<unknown>, status = 400) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.text).toContain('Signing in did not work');
  expect(answer.headers.location).toBeUndefined();
};

describe('what the provider’s answer must be', () => {
  const change = (callback: string, parameter: string, value: string): string => {
    const url = new URL(callback);
    url.searchParams.set(parameter, value);
    return pathOf(url.href);
  };
  const begin = async (subject = 'checked') => {
    provider.accounts.set(subject, { email: `${subject}@else.test`, email_verified: true });
    const browser = makeBrowser();
    return { browser, callback: await toCallback(browser, subject) };
  };

  test.each([
    ['state', 'x'.repeat(43)],
    ['code', 'made-up'],
    ['iss', 'https://evil.example'],
  ])('[SE-11] another %s signs nobody in', async (parameter, value) => {
    const { browser, callback } = await begin();
    await expectRefused(await browser.visit(change(callback, parameter, value)));
    expect(await usersWith('checked@else.test')).toEqual([]);
  });

  test('[SE-11] a token with the nonce of another sign-in signs nobody in', async () => {
    provider.accounts.set('nonce', { email: 'nonce@else.test', email_verified: true });
    const browser = makeBrowser();
    const address = new URL(locationOf(await browser.visit(START)));
    address.searchParams.set('nonce', 'a nonce of somebody else');
    provider.next = 'nonce';
    await expectRefused(await browser.visit(pathOf(await provider.visit(address.href))));
    expect(await usersWith('nonce@else.test')).toEqual([]);
  });

  test('[SE-11] a code that was asked for with another verifier signs nobody in', async () => {
    provider.accounts.set('pkce', { email: 'pkce@else.test', email_verified: true });
    const browser = makeBrowser();
    const address = new URL(locationOf(await browser.visit(START)));
    address.searchParams.set('code_challenge', 'A'.repeat(43));
    provider.next = 'pkce';
    await expectRefused(await browser.visit(pathOf(await provider.visit(address.href))));
    expect(await usersWith('pkce@else.test')).toEqual([]);
  });

  test('[SE-11] a genuine answer is nothing in another browser, with or without a sign-in of its own', async () => {
    const { browser, callback } = await begin('mine');
    await expectRefused(await makeBrowser().visit(pathOf(callback)));
    const victim = await begin('yours');
    await expectRefused(await victim.browser.visit(pathOf(callback)));
    expect(await usersWith('mine@else.test')).toEqual([]);
    expect((await browser.visit(pathOf(callback))).status).toBe(302);
  });

  test('[INV-18] an answer works once, also ten times at once, and not after ten minutes', async () => {
    const { browser, callback } = await begin('once');
    const cookie = browser.cookies.get('foyer-oidc') ?? '';
    const visits = await Promise.all(
      Array.from({ length: 10 }, () =>
        inject(h.app, { url: pathOf(callback), headers: { host: 'localhost', cookie: `foyer-oidc=${cookie}` } }),
      ),
    );
    expect(visits.filter(({ status }) => status === 302)).toHaveLength(1);
    const late = await begin('late');
    h.wall.advance(10 * MINUTE_MS);
    await expectRefused(await late.browser.visit(pathOf(late.callback)));
  });

  test.each([
    ['', undefined],
    ['?', 'x'],
    ['?error=access_denied&state=x', undefined],
    ['?code=a&code=b&state=c', 'foyer'],
    [`?code=${'x'.repeat(3000)}`, 'x'.repeat(3000)],
  ])('[INV-23] what is no answer at all is refused: %s', async (query, cookie) => {
    const headers = { host: 'localhost', ...(cookie === undefined ? {} : { cookie: `foyer-oidc=${cookie}` }) };
    await expectRefused(await inject(h.app, { url: CALLBACK + query, headers }));
  });

  test('[SE-11] somebody who says no at the provider is told so, and may try again', async () => {
    const { browser, callback } = await begin('no');
    const state = new URL(callback).searchParams.get('state') ?? '';
    await expectRefused(await browser.visit(`${CALLBACK}?error=access_denied&state=${state}`));
  });
});
