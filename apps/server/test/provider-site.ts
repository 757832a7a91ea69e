import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { locationOf, openBrowser } from './browser.ts';
import type { Answer } from './client.ts';
import { type Harness, startHarness } from './harness.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

export const START = '/api/auth/oidc/start';
export const CALLBACK = '/api/auth/oidc/callback';

type Browser = ReturnType<typeof openBrowser>;

/** A server where another provider signs people in, at both hosts; it is filled before the first test. */
interface ProviderSite {
  h: Harness;
  provider: IdentityProvider;
  makeBrowser(host?: string): Browser;
  /** As far as the address the provider sends the browser back to. */
  toCallback(browser: Browser, subject: string, query?: string): Promise<string>;
}

/** Starts and stops both for the file that calls this. */
export const openProviderSite = (): ProviderSite => {
  const site = {
    makeBrowser: (host) => openBrowser(site.h.app, host),
    toCallback: async (browser, subject, query = '') => {
      site.provider.next = subject;
      return site.provider.visit(locationOf(await browser.visit(START + query)));
    },
  } as ProviderSite;
  beforeAll(async () => {
    site.provider = await startIdentityProvider([`http://localhost${CALLBACK}`, `http://drive.localhost${CALLBACK}`]);
    site.h = await startHarness({ oidc: site.provider.settings });
  });
  afterEach(() => {
    site.h.wall.reset();
    site.h.log.expectQuiet();
  });
  afterAll(async () => {
    await site.h.stop();
    await site.provider.stop();
  });
  return site;
};

/** The page that says that it did not work, without leading anywhere. */
export const expectRefusalPage = async (answer: Answer<unknown>, status = 400) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.text).toContain('Signing in did not work');
  expect(answer.headers.location).toBeUndefined();
};
