import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { locationOf, pathOf } from '../../test/browser.ts';
import { inject } from '../../test/client.ts';
import { CALLBACK, expectRefusalPage, openProviderSite, START } from '../../test/provider-site.ts';

const site = openProviderSite();
const { makeBrowser, toCallback } = site;

const usersWith = (email: string) =>
  site.h.database.query<{ id: string; emailVerifiedAt: number | null }>(
    'SELECT id, email_verified_at FROM users WHERE email = $1',
    [email],
  );

describe('valid answers of the provider', () => {
  const change = (callback: string, parameter: string, value: string): string => {
    const url = new URL(callback);
    url.searchParams.set(parameter, value);
    return pathOf(url.href);
  };
  const begin = async (subject = 'checked') => {
    site.provider.accounts.set(subject, { email: `${subject}@else.test`, email_verified: true });
    const browser = makeBrowser();
    return { browser, callback: await toCallback(browser, subject) };
  };

  test.each([
    ['state', 'x'.repeat(43)],
    ['code', 'made-up'],
    ['iss', 'https://evil.example'],
  ])('[SE-11] another %s does not sign in', async (parameter, value) => {
    const { browser, callback } = await begin();
    await expectRefusalPage(await browser.visit(change(callback, parameter, value)));
    expect(await usersWith('checked@else.test')).toEqual([]);
  });

  test('[BY-05, SE-11] the page that says so is in the language of the visitor', async () => {
    const headers = { host: 'localhost', 'accept-language': 'de-DE' };
    const { status, text } = await inject(site.h.app, { url: CALLBACK, headers });
    expect(status).toBe(400);
    for (const words of ['<html lang="de">', 'Die Anmeldung hat nicht funktioniert', 'Erneut versuchen'])
      expect(text).toContain(words);
  });

  test('[SE-11] a token with the nonce of another sign-in does not sign in', async () => {
    site.provider.accounts.set('nonce', { email: 'nonce@else.test', email_verified: true });
    const browser = makeBrowser();
    const address = new URL(locationOf(await browser.visit(START)));
    address.searchParams.set('nonce', 'a nonce of somebody else');
    site.provider.next = 'nonce';
    await expectRefusalPage(await browser.visit(pathOf(await site.provider.visit(address.href))));
    expect(await usersWith('nonce@else.test')).toEqual([]);
  });

  test('[SE-11] a code that was requested with another verifier does not sign in', async () => {
    site.provider.accounts.set('pkce', { email: 'pkce@else.test', email_verified: true });
    const browser = makeBrowser();
    const address = new URL(locationOf(await browser.visit(START)));
    address.searchParams.set('code_challenge', 'A'.repeat(43));
    site.provider.next = 'pkce';
    await expectRefusalPage(await browser.visit(pathOf(await site.provider.visit(address.href))));
    expect(await usersWith('pkce@else.test')).toEqual([]);
  });

  test('[SE-11] a genuine answer is refused in another browser, with or without a sign-in begun there', async () => {
    const { browser, callback } = await begin('mine');
    await expectRefusalPage(await makeBrowser().visit(pathOf(callback)));
    const victim = await begin('yours');
    await expectRefusalPage(await victim.browser.visit(pathOf(callback)));
    expect(await usersWith('mine@else.test')).toEqual([]);
    expect((await browser.visit(pathOf(callback))).status).toBe(302);
  });

  test('[INV-18] an answer works once, also ten times at once, and not after ten minutes', async () => {
    const { browser, callback } = await begin('once');
    const cookie = browser.cookies.get('foyer-oidc') ?? '';
    const visits = await Promise.all(
      Array.from({ length: 10 }, () =>
        inject(site.h.app, { url: pathOf(callback), headers: { host: 'localhost', cookie: `foyer-oidc=${cookie}` } }),
      ),
    );
    expect(visits.filter(({ status }) => status === 302)).toHaveLength(1);
    const late = await begin('late');
    site.h.wall.advance(10 * MINUTE_MS);
    await expectRefusalPage(await late.browser.visit(pathOf(late.callback)));
  });

  test.each([
    ['', undefined],
    ['?', 'x'],
    ['?error=access_denied&state=x', undefined],
    ['?code=a&code=b&state=c', 'foyer'],
    [`?code=${'x'.repeat(3000)}`, 'x'.repeat(3000)],
  ])('[INV-23] a malformed answer is refused: %s', async (query, cookie) => {
    const headers = { host: 'localhost', ...(cookie === undefined ? {} : { cookie: `foyer-oidc=${cookie}` }) };
    await expectRefusalPage(await inject(site.h.app, { url: CALLBACK + query, headers }));
  });

  test('[SE-11] a user who declines at the provider gets a message and may try again', async () => {
    const { browser, callback } = await begin('no');
    const state = new URL(callback).searchParams.get('state') ?? '';
    await expectRefusalPage(await browser.visit(`${CALLBACK}?error=access_denied&state=${state}`));
  });
});
