import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { codeAt, quietStep, verifyAddress } from './identity.ts';
import {
  addressOf,
  BRANDS,
  baseUrl,
  DEMO_PASSWORD,
  emailOf,
  expect,
  expectUsable,
  LOOKS,
  readMails,
  signInHere,
  test,
} from './support.ts';

/** How one signs in, who is signed in, and leaving: changed by a customer of this file's own. */

const SCOPE = 'localhost';
const DRIVE = 'drive.localhost';

/** A new customer of a brand, signed in on its site; with a verified address unless the test says otherwise. */
const arriveAs = async (page: Page, host: string, name: string, verified = true): Promise<void> => {
  await page.goto(`${addressOf(host)}/`);
  await expect(page.getByLabel('Email')).toBeVisible();
  const data = { email: emailOf(name), password: DEMO_PASSWORD, firstName: 'Sam', lastName: 'Okoro' };
  // from the page, because only the browser knows the name of the second host
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/auth/users', { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }, data);
  expect(status).toBe(201);
  if (verified) await verifyAddress(page, name);
  await signInHere(page, name);
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
};

const openPath = async (page: Page, host: string, path: string, sign: string | RegExp): Promise<void> => {
  await page.goto(`${addressOf(host)}/#${path}`);
  await expect(page.getByText(sign).first()).toBeVisible();
};

/** The secret behind the `#` of the newest mail's link with this path. */
const secretIn = async (page: Page, name: string, atLeast: number, path: string): Promise<string> => {
  const mails = await readMails(page, name, atLeast);
  const found = mails.map(({ text }) => new RegExp(`#${path}([\\w.%~-]+)`).exec(text)?.[1]).find(Boolean);
  if (!found) throw new Error(`no link to ${path} in ${mails.length} mails`);
  return found;
};

const apply = async (page: Page, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByLabel('Account password').fill(password);
  await page.getByRole('button', { name: 'Apply' }).click();
};
const updated = (page: Page) => expect(page.getByText('Updated').first()).toBeVisible();

test('[SC-07] [SC-05] [SC-03] [SC-06] [BY-01] verified elsewhere, two-step on and off, another password', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/); // the wrong password below
  await arriveAs(page, SCOPE, 'security-journey', false);
  await openPath(page, SCOPE, '/security', 'Your email address is not verified');

  await page.getByRole('button', { name: 'Verify it now' }).click();
  await expect(page.getByText('Verification Email Sent')).toBeVisible();
  const token = await secretIn(page, 'security-journey', 2, '/verify/');
  const verified = await page.request.put(`${baseUrl()}/api/auth/verify-email/${token}`, { data: {} });
  expect(verified.status()).toBe(204);
  await expect(page.getByText('Verification Email Sent')).toBeHidden({ timeout: 60_000 });
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Set up two-step authentication' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  const now = await quietStep();
  await page.getByLabel('Enter the code it shows').fill(codeAt(secret, now - 1));
  await page.getByLabel('Wait for the next code and enter that too').fill(codeAt(secret, now));
  await page.getByRole('button', { name: 'Apply' }).click();
  await apply(page);
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.locator('main form, main ol').first().getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off two-step authentication' }).click();
  await apply(page, 'not-the-password');
  await expect(page.getByText('It appears that this password was wrong.')).toBeVisible();
  await apply(page);
  await expect(page.getByRole('button', { name: 'Set up two-step authentication' })).toBeVisible();

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a quite other password');
  await page.getByLabel('Repeat new password').fill('a quite other password');
  await apply(page);
  await updated(page);
  await expect(page.getByText('Password changed').first()).toBeVisible();
});

test('[SC-04] [SC-11] [SE-09] another email: the link asks for a click, then one signs in with the new one', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // every session has ended with the change
  complaints.expect(/status of 400.*email\/confirm/); // the link works once
  await arriveAs(page, DRIVE, 'security-moving');
  await openPath(page, DRIVE, '/security?active=email', 'New email');
  await page.getByLabel('New email').fill(emailOf('security-moved'));
  await apply(page);
  await expect(page.getByText(`Check the inbox of ${emailOf('security-moved')}`)).toBeVisible();
  const token = await secretIn(page, 'security-moved', 1, '/cea/');

  await openPath(page, DRIVE, `/cea/${token}`, 'Confirm Email Change');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your email address has been updated.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/reason=email/);
  await signInHere(page, 'security-moved');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await openPath(page, DRIVE, `/cea/${token}`, 'Confirm Email Change');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your email address has already been updated.')).toBeVisible();
});

test('[INV-17] [SE-04] [SC-04] a mailed link opened signed out: its secret reaches no server but the one it is for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const secret = 'emt_1.a-mailed-secret';
  await page.goto(`${addressOf(DRIVE)}/#/cea/${secret}`);
  await signInHere(page, 'ada');
  await expect(page).toHaveURL(`${addressOf(DRIVE)}/#/cea/${secret}`);
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  expect(asked.filter((url) => url.replace(/#.*$/, '').includes(secret))).toEqual([]);
});

test('[BY-01] a passkey is added with the password, listed by its name, and removed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await arriveAs(page, SCOPE, 'security-passkey');
  await openPath(page, SCOPE, '/security', 'Passkeys');
  await page.getByRole('button', { name: 'Add passkeys' }).click();
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await apply(page);
  await updated(page);
  await expect(page.getByText('1 passkey · Work laptop, added')).toBeVisible();
  await expect(page.getByText('Passkey added')).toBeVisible();

  await page.getByRole('button', { name: 'Manage passkeys' }).click();
  await page.getByRole('radio', { name: /Remove Work laptop/ }).check();
  await page.getByLabel('Account password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Add passkeys' })).toBeVisible();
});

test('[BY-02] [SC-10] a copy of the data is one JSON file; then the account is closed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 40\d/); // signing in afterwards
  await arriveAs(page, DRIVE, 'security-leaving');
  await openPath(page, DRIVE, '/security', 'Download my data');
  await page.getByRole('button', { name: 'Request a copy of my data' }).click();
  await apply(page);
  const button = page.getByRole('button', { name: 'Download', exact: true });
  await expect(button).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('drive-account-data.json');
  expect(readFileSync(await file.path(), 'utf8')).toContain(emailOf('security-leaving'));

  await page.getByRole('link', { name: 'Close account' }).click();
  await expect(page.getByText('You hold no subscription.')).toBeVisible();
  await page.getByLabel('Account password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(page).toHaveURL(/reason=closed/);
  await signInHere(page, 'security-leaving');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/id\//);
});

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[SC-01] [HO-05] ${brand}, ${theme}: every editor and page is usable`, async ({ browser }) => {
      const held = sessions.get(host);
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        ...(held ? { storageState: held } : {}),
      });
      const page = await context.newPage();
      if (!held) {
        await arriveAs(page, host, `security-look-${host}`);
        sessions.set(host, await context.storageState());
      }
      const visit = async (path: string, sign: string | RegExp) => {
        await openPath(page, host, path, sign);
        await expectUsable(page, path);
      };
      await visit('/security', 'Signed in');
      await visit('/security?active=email', 'New email');
      await visit('/security?active=password', 'Repeat new password');
      await visit('/security?active=mfa', 'Wait for the next code');
      await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
      await expectUsable(page, 'two-step setup');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Add passkeys' }).click();
      await expectUsable(page, 'passkeys');
      await visit('/security/activity', 'Account created');
      await visit('/cea/token', 'Confirm');
      await visit('/security/close', host === DRIVE ? 'Your data is lost' : 'Page not found');
      await openPath(page, host, '/', /^Welcome/);
      await page.mouse.wheel(0, 5_000);
      await expect(page.getByRole('switch', { name: 'Marketing news' })).toBeVisible();
      await expectUsable(page, 'the end of Home');
      await context.close();
    });
  }
}
