import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { RECORD_KEY } from '../apps/web/src/lib/session/record.ts';
import { callAs, expectHome } from './identity.ts';
import { baseUrl, emailOf, expect, startSession } from './support.ts';

/** Customers of a journey's own who are ready to buy: what they buy stays, and others want the demo's as they were. */

const PASSWORD = 'a-buyer-of-2026-indeed';

/** An address in Massachusetts, which taxes (PY-06). */
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
  /** The path of the portal that is opened at last. */
  readonly path?: string;
}

/** The access token that `startSession` stored for the page. */
const accessTokenOf = async (page: Page): Promise<string> => {
  const { origins } = await page.context().storageState();
  const records = origins.flatMap(({ localStorage }) => localStorage).filter(({ name }) => name === RECORD_KEY);
  return (JSON.parse(records[0]?.value ?? '{}') as { accessToken: string }).accessToken;
};

/**
 * Registers a customer on a sandbox clock of their own, with address and card unless told otherwise, and opens the portal
 * at a path, signed in. All is done by calls before the first page is loaded, because each load costs a second.
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

/** Opens a path of the portal afresh, so that nothing is remembered from before. */
export const openAfresh = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${baseUrl()}/#${path}`);
  await page.reload();
};

/** What was really charged, newest first, in cents. */
export const chargedCents = async (page: Page): Promise<number[]> => {
  const { receipts } = await callAs<{ receipts: { amountDueCents: number; isPaid: boolean }[] }>(
    page,
    'GET',
    '/api/account/me/receipts',
  );
  return receipts.filter(({ isPaid, amountDueCents }) => isPaid && amountDueCents > 0).map((one) => one.amountDueCents);
};

/** Lets time pass for this account, for so long or until its next renewal, and waits until it has. */
export const advance = async (page: Page, to: { by: string } | { until: 'next_renewal' }): Promise<void> => {
  await callAs(page, 'POST', '/api/account/me/clock/advance', to);
  await expect
    .poll(async () => (await callAs<{ status: string }>(page, 'GET', '/api/account/me/clock')).status)
    .toBe('ready');
};

/** Opens a second tab beside the first. */
export const openBeside = async (page: Page, path: string): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${baseUrl()}/#${path}`);
  return tab;
};

/** Where software is installed, which is no part of the portal. */
export const standInForInstall = (page: Page): Promise<unknown> =>
  page
    .context()
    .route('https://scope.arcwave.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Install</title><h1>Install</h1>' }),
    );

/** The bank's page in its tab, and nobody has answered there yet. */
export const openBank = async (page: Page): Promise<Page> => {
  await expect(page.getByText('Your bank wants you to confirm')).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Confirm with your bank' }).click();
  const bank = await opened;
  await expect(bank.getByRole('button', { name: 'Approve' })).toBeVisible();
  return bank;
};

/**
 * Back at the page that waits for the bank: it looks by itself, so nothing there is to be pressed for that. A browser
 * without a screen does not always say that the tab has the focus again; where it did, the page may be on its way elsewhere.
 */
const comeBack = (page: Page): Promise<void> => page.locator('body').dispatchEvent('focus');

/** Opens the bank's page in its tab, answers there, and comes back. */
export const answerBank = async (page: Page, answer: 'Approve' | 'Decline'): Promise<void> => {
  const bank = await openBank(page);
  await bank.getByRole('button', { name: answer }).click();
  await expect(bank.getByText(/go back to the portal/)).toBeVisible();
  await bank.close();
  await comeBack(page);
};
