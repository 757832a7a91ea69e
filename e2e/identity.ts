import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { baseUrl, emailOf, expect, readMails, startSession } from './support.ts';

/** Helpers for tests of accounts and security: new customers, links in mails, one-time codes, a passkey. */

const STEP_MS = 30_000;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Link to a page below /id/ in the customer's newest mail with this subject. */
export const linkInNewestMail = async (page: Page, name: string, subject: string): Promise<string> => {
  const [mail] = await readMails(page, name, 1, subject);
  const [link = ''] = /https?:\/\/\S+\/id\/#\/\S+/.exec(mail?.text ?? '') ?? [];
  return link;
};

export const register = async (page: Page, name: string, password: string): Promise<void> => {
  await page.goto(`${baseUrl()}/id/#/register`);
  for (const [label, value] of [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', emailOf(name)],
    ['Repeat email', emailOf(name)],
    ['Password', password],
    ['Repeat password', password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();
};

/** Verifies the email address by the link in the mail. Passkeys and second factors need a verified address (H1). */
export const verifyAddress = async (page: Page, name: string): Promise<void> => {
  const link = await linkInNewestMail(page, name, 'Verify your email address');
  const token = link.split('/verify/')[1];
  const answer = await page.request.put(`${baseUrl()}/api/auth/verify-email/${token}`, { data: {} });
  expect(answer.status()).toBe(204);
};

/** Registers a customer by API calls, verifies the email address, signs in, and opens a path of the portal. */
export const registerAndOpen = async (page: Page, name: string, password: string, path = '/'): Promise<void> => {
  const data = { email: emailOf(name), password, firstName: 'Grace', lastName: 'Hopper' };
  const made = await page.request.post(`${baseUrl()}/api/auth/users`, { data });
  expect(made.status()).toBe(201);
  await verifyAddress(page, name);
  await startSession(page, name, { password });
  await page.goto(`${baseUrl()}${path}`);
  await expect(page).toHaveURL(`${baseUrl()}/#${path}`);
};

export const signIn = async (page: Page, name: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Calls the API from the page with its access token, as the portal does. Throws on an error status. */
export const callAs = <Reply>(page: Page, method: string, path: string, body?: unknown): Promise<Reply> =>
  page.evaluate(
    async ([verb, address, content]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('foyer.session') ?? '{}') as { accessToken: string };
      const answer = await fetch(address, {
        method: verb,
        headers: {
          'x-is-at': accessToken,
          ...(content && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
        },
        ...(content && { body: content }),
      });
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status} ${await answer.text()}`);
      if (answer.status === 204) return undefined;
      const reply = await answer.json();
      // After a change of credentials the page must use the new tokens.
      if (reply?.tokens) {
        const record = JSON.parse(localStorage.getItem('foyer.session') ?? '{}');
        localStorage.setItem(
          'foyer.session',
          JSON.stringify({ ...record, ...reply.tokens, refreshExpiresAt: record.refreshExpiresAt }),
        );
      }
      return reply;
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  ) as Promise<Reply>;

/** One-time code of an authenticator app (RFC 6238, SHA-1, six digits) for a base-32 secret and a 30 s time step. */
export const oneTimeCodeAt = (secret: string, step: number): string => {
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash[19] ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** Number of the current 30 s time step. */
export const currentStep = (): number => Math.floor(Date.now() / STEP_MS);

/** Longest time from typing a code to its check by the server on a busy machine. */
const TYPING_MS = 10_000;

/** Waits until enough of the current time step is left to type a code. Returns the number of that step. */
export const stepWithTimeLeft = async (): Promise<number> => {
  await expect.poll(() => Date.now() % STEP_MS, { timeout: STEP_MS }).toBeLessThan(STEP_MS - TYPING_MS);
  return currentStep();
};

/** Expects Home by its heading. The document title would not do: the HTML contains it before the user is signed in. */
export const expectHome = (page: Page) => expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

export const signOut = async (page: Page): Promise<void> => {
  await page.goto(`${baseUrl()}/#/signout?reason=signedout`);
  await expect(page.getByText("You're signed out.")).toBeVisible();
};

/** Adds a virtual authenticator (passkey) to the browser that confirms every request. */
export const addVirtualPasskey = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};
