import { BRAND_LOOKS } from './brand-looks.ts';
import {
  addVirtualPasskey,
  callAs,
  expectHome,
  heading,
  linkInNewestMail,
  register,
  registerAndOpen,
  signIn,
  signOut,
} from './identity.ts';
import { addressOf, baseUrl, emailOf, expect, expectUsable, test } from './support.ts';

/** Sign-in site in a browser: links in mails opened in another browser, and passkeys. */

test('[SE-11, SC-03, SC-07, SC-12, SE-12] a new customer registers, verifies the address in another browser, signs in, and sets a new password by mail', async ({
  page,
  browser,
}) => {
  await page.goto(`${baseUrl()}/payments`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page, 'Create your Arcwave account')).toBeFocused();
  await register(page, 'newcomer', 'nanoseconds 9');
  await expect(page.getByText(`We sent a link to ${emailOf('newcomer')}.`)).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(await linkInNewestMail(page, 'newcomer', 'Verify your email address'));
  await expect(other).toHaveURL(`${baseUrl()}/id/#/verify`);
  await other.getByRole('button', { name: 'Verify my address' }).click();
  await expect(other.getByText('Your email address is verified.')).toBeVisible();
  await elsewhere.close();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('newcomer'));
  await page.getByLabel('Password', { exact: true }).fill('nanoseconds 9');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectHome(page);
  const { user } = await callAs<{ user: { email: string; emailVerified: boolean } }>(page, 'GET', '/api/auth/me');
  expect(user).toMatchObject({ email: emailOf('newcomer'), emailVerified: true });
  const traces = await page.evaluate(() => JSON.stringify([performance.getEntriesByType('resource'), location.href]));
  expect(traces).not.toMatch(/nanoseconds|newcomer|token=/);

  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(emailOf('newcomer'));
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If there is an account for this address')).toBeVisible();
  const link = await linkInNewestMail(page, 'newcomer', 'Set a new password');
  await page.goto('about:blank'); // the link differs only in its fragment, so the browser would not load it
  await page.goto(link);
  await expect(page).toHaveURL(`${baseUrl()}/id/#/reset`);
  await page.getByLabel('New password', { exact: true }).fill('spread spectrum 41');
  await page.getByLabel('Repeat new password').fill('spread spectrum 41');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(heading(page, 'Your password is changed')).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'newcomer', 'spread spectrum 41');
  await expectHome(page);
});

test('[BY-01, SE-11] a passkey is added with the password and is enough to sign in; after its removal the page says that it is not accepted', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400.*passkey-sessions/);
  const password = 'spanning tree poem';
  await registerAndOpen(page, 'radia', password, '/security');
  await addVirtualPasskey(page);
  await page.getByRole('button', { name: 'Add passkeys' }).click();
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await expectUsable(page, 'a new passkey');
  await page.getByLabel('Account password').fill(password);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('1 passkey · Work laptop, added')).toBeVisible();
  await expect(page.getByText('Passkey added')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectHome(page);
  const { user } = await callAs<{ user: { email: string } }>(page, 'GET', '/api/auth/me');
  expect(user.email).toBe(emailOf('radia'));

  await page.goto(`${baseUrl()}/#/security`);
  await page.getByRole('button', { name: 'Manage passkeys' }).click();
  await page.getByRole('radio', { name: /Remove Work laptop/ }).check();
  await page.getByLabel('Account password').fill(password);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Add passkeys' })).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted. Try again or sign in another way.');
});

test('[SE-11] no field of a form of the sign-in site moves by an error, and a miss leads back into the password', async ({
  browser,
  complaints,
}) => {
  complaints.expect(/status of 400/); // the wrong password
  for (const { width, locale } of [
    { width: 1280, locale: 'en' },
    { width: 375, locale: 'de' },
  ]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale });
    const page = await context.newPage();
    const submit = page.locator('main form button[type=submit]').first();
    const places = () =>
      page
        .locator('main :is(h1, input, form button):visible')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top + scrollY)));
    await page.goto(`${addressOf('localhost')}/id/`);
    await expect(page.locator('input[name=email]')).toBeFocused();
    const still = await places();
    await submit.click();
    await expect(page.locator('input[name=email]')).toHaveAttribute('aria-invalid', 'true');
    expect(await places(), `${locale}: nothing typed`).toEqual(still);
    await page.locator('input[name=email]').fill('ada@demo.arcwave.test');
    await page.locator('input[name=password]').fill('not her password');
    await submit.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.locator('input[name=password]')).toBeFocused();
    expect(await places(), `${locale}: a wrong password`).toEqual(still);

    await page.goto('about:blank');
    await page.goto(`${addressOf('localhost')}/id/#/register`);
    await expect(page.locator('input[name=firstName]')).toBeVisible();
    const before = await places();
    expect(before[0], `${locale}: the title is at the same height on each page`).toBe(still[0]);
    await submit.click();
    await expect(page.locator('input[name=firstName]')).toHaveAttribute('aria-invalid', 'true');
    expect(await places(), `${locale}: an empty registration`).toEqual(before);
    await context.close();
  }
});

// pages.e2e.ts checks the same pages in their first state.
test('[SE-11, SH-17] pages of links in mails, and forms with errors, are usable', async ({ browser }) => {
  test.slow();
  for (const { brand, host, theme, viewport } of BRAND_LOOKS) {
    const context = await browser.newContext({ viewport, colorScheme: theme });
    const page = await context.newPage();
    const visit = async (path: string, title: string, sign: string) => {
      await page.goto('about:blank');
      await page.goto(`${addressOf(host)}/id/${path}`);
      await expect(page.getByText(sign).first(), path).toBeVisible();
      await expect(page).toHaveTitle(`${title} · ${brand} Account`);
    };
    await visit('?reason=closed', 'Sign in', 'Your account is closed.');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Required').first()).toBeVisible();
    await expectUsable(page, `${brand}: sign-in, nothing typed`);
    await visit('#/register', 'Create an account', 'Create your Arcwave account');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Required')).toHaveCount(6);
    await expectUsable(page, `${brand}: register, nothing typed`);
    for (const [path, title, sign] of [
      ['#/verify/emt_1.x', 'Verify your email', 'So we know our emails reach you'],
      ['#/verify', 'Verify your email', "This link doesn't work."],
      ['#/reset/emt_1.x', 'New password', 'Set a new password'],
    ] as const) {
      await visit(path, title, sign);
      await expectUsable(page, `${brand}: ${path}`);
    }
    await context.close();
  }
});
