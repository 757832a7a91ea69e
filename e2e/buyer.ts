import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { RECORD_KEY } from '../apps/web/src/lib/session/record.ts';
import { callAs, expectHome } from './identity.ts';
import { baseUrl, emailOf, expect, startSession } from './support.ts';

/** New customers who can buy. Purchases last, and other tests expect the demo customers unchanged. */

const PASSWORD = 'a-buyer-of-2026-indeed';

/** Address in Massachusetts, where sales tax is due (PY-06). */
export const boston = {
  country: 'US',
  firstName: 'Grace',
  lastName: 'Hopper',
  organization: 'Second Thoughts',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  ignoreValidation: true,
};

interface BuyerFacts {
  /** Token of a test card; null for no card. */
  readonly card?: string | null;
  readonly address?: boolean;
  /** Path of the portal to open at the end. */
  readonly path?: string;
}

/** Access token that `startSession` stored in the context of the page. */
const accessTokenOf = async (page: Page): Promise<string> => {
  const { origins } = await page.context().storageState();
  const records = origins.flatMap(({ localStorage }) => localStorage).filter(({ name }) => name === RECORD_KEY);
  return (JSON.parse(records[0]?.value ?? '{}') as { accessToken: string }).accessToken;
};

/**
 * Registers a customer with a sandbox clock, an address and a card, signs in and opens the portal at a path.
 * Uses API calls before the first page is loaded, because each page load costs a second.
 */
export const becomeBuyer = async (
  page: Page,
  name: string,
  { card = 'tok_visa', address = true, path = '/' }: BuyerFacts = {},
): Promise<void> => {
  const user = { email: emailOf(name), password: PASSWORD, firstName: 'Grace', lastName: 'Hopper' };
  const made = await page.request.post(`${baseUrl()}/api/auth/users`, { data: user });
  expect(made.status()).toBe(201);
  await startSession(page, name, { password: PASSWORD });
  const accessToken = await accessTokenOf(page);
  const call = async (called: string, data: unknown): Promise<void> => {
    const headers = { 'x-is-at': accessToken, 'idempotency-key': randomUUID() };
    const answer = await page.request.post(`${baseUrl()}${called}`, { headers, ...(data !== undefined && { data }) });
    expect(answer.ok(), `POST ${called}: ${answer.status()}`).toBe(true);
  };
  await call('/api/account/me/clock', undefined);
  if (address) await call('/api/auth/me/addresses', boston);
  if (card) await call('/api/account/me/payment_methods', { type: 'stripe', token: card });
  await page.goto(`${baseUrl()}/#${path}`);
  if (path === '/') await expectHome(page);
};

/** Opens a path of the portal with a full reload, which drops the query cache. */
export const openAfresh = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${baseUrl()}/#${path}`);
  await page.reload();
};

/** Amounts of the paid receipts above 0, in cents, newest first. */
export const chargedCents = async (page: Page): Promise<number[]> => {
  const { receipts } = await callAs<{ receipts: { amountDueCents: number; isPaid: boolean }[] }>(
    page,
    'GET',
    '/api/account/me/receipts',
  );
  return receipts.filter(({ isPaid, amountDueCents }) => isPaid && amountDueCents > 0).map((one) => one.amountDueCents);
};

/** Moves the sandbox clock of this account forward by a duration (ISO 8601) or to the next renewal, and waits for it. */
export const advance = async (page: Page, to: { by: string } | { until: 'next_renewal' }): Promise<void> => {
  await callAs(page, 'POST', '/api/account/me/clock/advance', to);
  await expect
    .poll(async () => (await callAs<{ status: string }>(page, 'GET', '/api/account/me/clock')).status)
    .toBe('ready');
};

/** Opens a path of the portal in a second tab. */
export const openInSecondTab = async (page: Page, path: string): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${baseUrl()}/#${path}`);
  return tab;
};

/** Serves an empty page for the vendor's install site, which is not part of the portal. */
export const stubInstallSite = (page: Page, site = 'https://scope.arcwave.example'): Promise<unknown> =>
  page
    .context()
    .route(`${site}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Install</title><h1>Install</h1>' }),
    );

/** Opens the bank's page in a new tab, without answering its question. */
export const openBank = async (page: Page): Promise<Page> => {
  await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Confirm with your bank' }).click();
  const bank = await opened;
  await expect(bank.getByRole('button', { name: 'Approve' })).toBeVisible();
  return bank;
};

/**
 * Sends the focus event of a return to the tab, which makes the page check the bank's decision. Headless Chromium does not
 * always send that event.
 */
const returnToTab = (page: Page): Promise<void> => page.locator('body').dispatchEvent('focus');

/** Opens the bank's page in a new tab, answers its question, and returns to the portal's tab. */
export const answerBank = async (page: Page, answer: 'Approve' | 'Decline'): Promise<void> => {
  const bank = await openBank(page);
  await bank.getByRole('button', { name: answer }).click();
  await expect(bank.getByText(/go back to the portal/)).toBeVisible();
  const closed = bank.waitForEvent('close', { timeout: 60_000 });
  const click = bank.getByRole('link', { name: 'Back to the portal' }).click();
  // The page closes itself, sometimes before the browser reports the click.
  await click.catch((error: unknown) => {
    if (!bank.isClosed()) throw error;
  });
  await closed;
  await returnToTab(page);
};
