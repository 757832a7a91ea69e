import type { Page } from '@playwright/test';
import {
  currentStep,
  expectHome,
  oneTimeCodeAt,
  registerAndOpen,
  signIn,
  signOut,
  stepWithTimeLeft,
  verifyAddress,
} from './identity.ts';
import { addressOf, DEMO_PASSWORD, emailOf, expect, expectUsable, readMails, signInHere, test } from './support.ts';

/** Two-step authentication and a change of the email address, each with a new customer. */

const DRIVE = 'drive.localhost';

/** Registers a customer of a brand, verifies the address, and signs in by the form of the brand's site. */
const arriveAs = async (page: Page, host: string, name: string): Promise<void> => {
  await page.goto(`${addressOf(host)}/`);
  await expect(page.getByLabel('Email')).toBeVisible();
  const data = { email: emailOf(name), password: DEMO_PASSWORD, firstName: 'Sam', lastName: 'Okoro' };
  // Called from the page, because only the browser resolves drive.localhost.
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/auth/users', { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }, data);
  expect(status).toBe(201);
  await verifyAddress(page, name);
  await signInHere(page, name);
  await expectHome(page);
};

const openPath = async (page: Page, host: string, path: string, sign: string | RegExp): Promise<void> => {
  await page.goto(`${addressOf(host)}/#${path}`);
  await expect(page.getByText(sign).first()).toBeVisible();
};

const apply = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Account password').fill(password);
  await page.getByRole('button', { name: 'Apply' }).click();
};

test('[SC-05, SE-11, INV-18] two-step authentication is turned on, accepts a code of the app and a recovery code, and is turned off', async ({
  page,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 400.*auth\/sessions/); // first attempt without a one-time code
  const password = 'bombe and banburismus';
  await registerAndOpen(page, 'joan', password, '/security');
  await page.getByRole('button', { name: 'Set up two-step authentication' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  await expectUsable(page, 'two-step setup');
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  // Codes before the current one, because each code works once and the current one signs in below.
  const step = await stepWithTimeLeft();
  await page.getByLabel('Enter the code it shows').fill(oneTimeCodeAt(secret, step - 2));
  await page.getByLabel('Wait for the next code and enter that too').fill(oneTimeCodeAt(secret, step - 1));
  await page.getByRole('button', { name: 'Apply' }).click();
  await apply(page, password);
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const items = page.getByRole('main').getByRole('listitem');
  const codes = await items.filter({ hasText: /^\w{4}(-\w{4}){6}$/ }).allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();

  await signOut(page);
  await signIn(page, 'joan', password);
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await expectUsable(page, 'second step');
  await page.keyboard.type(oneTimeCodeAt(secret, currentStep()));
  await expectHome(page);

  await signOut(page);
  await signIn(page, 'joan', password);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await expectUsable(page, 'recovery code');
  await page.keyboard.type(codes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await expectHome(page);

  await openPath(page, 'localhost', '/security', '9 codes left');
  await page.getByRole('button', { name: 'Turn off two-step authentication' }).click();
  await apply(page, password);
  await expect(page.getByRole('button', { name: 'Set up two-step authentication' })).toBeVisible();
});

test('[SC-05] on a phone, a step of two-step setup has its number beside its title', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await registerAndOpen(page, 'small.steps', 'bombe and banburismus', '/security');
  await page.getByRole('button', { name: 'Set up two-step authentication' }).click();
  const title = page.getByText('Scan the QR code with your authenticator app');
  const item = page.locator('li', { has: title }).last();
  await expect(title).toBeVisible();
  const [ofTitle, ofItem] = await Promise.all([title.boundingBox(), item.boundingBox()]);
  expect((ofTitle?.y ?? 0) - (ofItem?.y ?? 0)).toBeLessThan(4);
  expect((ofTitle?.x ?? 0) - (ofItem?.x ?? 0)).toBe(0); // its padding has the number
});

test('[SC-04, SC-11, SE-04, SE-09, INV-17] a new email address: the link from the mail, opened signed out, sends its secret to no server before the click', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // the change ends all sessions
  await arriveAs(page, DRIVE, 'security-moving');
  await openPath(page, DRIVE, '/security?active=email', 'New email');
  await page.getByLabel('New email').fill(emailOf('security-moved'));
  await apply(page, DEMO_PASSWORD);
  await expect(page.getByText(`Check the inbox of ${emailOf('security-moved')}`)).toBeVisible();
  const [mail] = await readMails(page, 'security-moved', 1);
  const secret = /#\/cea\/([\w.%~-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(secret).not.toBe('');
  await openPath(page, DRIVE, '/signout?reason=signedout', "You're signed out.");

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${addressOf(DRIVE)}/#/cea/${secret}`);
  await signInHere(page, 'security-moving');
  await expect(page).toHaveURL(`${addressOf(DRIVE)}/#/cea/${secret}`);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeVisible();
  await expectUsable(page, 'the page of a mailed link');
  expect(asked.filter((url) => url.replace(/#.*$/, '').includes(secret))).toEqual([]);

  await confirm.click();
  await expect(page.getByText('Your email address has been updated.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/reason=email/);
  await signInHere(page, 'security-moved');
  await expectHome(page);
});
