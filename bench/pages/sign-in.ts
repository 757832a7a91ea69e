import type { TokenPair } from '@foyer/contract/api/auth';
import type { BrowserContext } from '@playwright/test';
import { DEMO_PASSWORD } from '../../apps/server/src/demo/demo-customers.ts';
import { RECORD_KEY, recordOf } from '../../apps/web/src/lib/session/record.ts';

const EMAIL = 'ada@demo.arcwave.test';

const postJson = async (url: string, body: unknown): Promise<Response> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url}: status ${response.status}: ${await response.text()}`);
  return response;
};

/**
 * Stores a new session in the browser's localStorage, in the format that the page writes. Uses the address /version,
 * which loads no file of the page, so that the cache stays cold.
 */
export const signInBrowser = async (context: BrowserContext, url: string): Promise<void> => {
  const signedIn = await postJson(`${url}/api/auth/sessions`, { email: EMAIL, password: DEMO_PASSWORD });
  const { refreshToken } = (await signedIn.json()) as { refreshToken: string };
  const exchanged = await postJson(`${url}/api/auth/tokens`, { refreshToken });
  const record = recordOf((await exchanged.json()) as TokenPair);
  const page = await context.newPage();
  await page.goto(`${url}/version`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    RECORD_KEY,
    JSON.stringify(record),
  ] as const);
  await page.close();
};
