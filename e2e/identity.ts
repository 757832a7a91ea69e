import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { baseUrl, emailOf, expect, readMails, startSession } from './support.ts';

/** What journeys through accounts and their security need: newcomers, links of mails, one-time codes, a passkey. */

const STEP_MS = 30_000;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The newest mail to somebody with this subject holds one link below /id/. */
export const linkIn = async (page: Page, name: string, subject: string): Promise<string> => {
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
  await expect(heading(page, 'Check your mail')).toBeVisible();
};

/** Follows the verification link of a newcomer: until then no passkey and no second factor can be added (H1). */
export const verifyAddress = async (page: Page, name: string): Promise<void> => {
  const link = await linkIn(page, name, 'Verify your e-mail address');
  const token = link.split('/verify/')[1];
  const answer = await page.request.put(`${baseUrl()}/api/auth/verify-email/${token}`, { data: {} });
  expect(answer.status()).toBe(204);
};

/** A new customer with a verified address, signed in at a path of the portal: registered by calls, not by the form. */
export const openAsNewcomer = async (page: Page, name: string, password: string, path = '/'): Promise<void> => {
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

/** A call of the signed-in portal, as its page would make it. */
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
      // a change of credentials: the page goes on with the new tokens
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

/** RFC 6238 with SHA-1 and six digits, as an authenticator app counts them; the secret comes in base 32. */
export const codeAt = (secret: string, step: number): string => {
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

/** Which half minute it is. */
export const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

/** Time that a code typed into a form needs to arrive on a busy machine. */
const TYPING_MS = 10_000;

/** Waits until the half minute does not end while a code is typed, and returns which half minute it is. */
export const quietStep = async (): Promise<number> => {
  await expect.poll(() => Date.now() % STEP_MS, { timeout: STEP_MS }).toBeLessThan(STEP_MS - TYPING_MS);
  return stepNow();
};

/** The title stands in the page from its first byte; the heading is there once somebody is signed in. */
export const expectHome = (page: Page) => expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

export const signOut = async (page: Page): Promise<void> => {
  await page.goto(`${baseUrl()}/#/signout?reason=signedout`);
  await expect(page.getByText('You are signed out.')).toBeVisible();
};

/** A security key inside the browser, that says yes to whoever asks. */
export const plugInKey = async (page: Page): Promise<void> => {
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
