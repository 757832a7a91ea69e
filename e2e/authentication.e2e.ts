import {
  callAs,
  codeAt,
  expectHome,
  heading,
  linkIn,
  makePasskey,
  plugInKey,
  quietStep,
  register,
  signIn,
  signOut,
  stepNow,
  verifyAddress,
} from './identity.ts';
import {
  addressOf,
  BRANDS,
  baseUrl,
  DEMO_PASSWORD,
  emailOf,
  expect,
  expectUsable,
  LOOKS,
  signInHere,
  test,
} from './support.ts';

/** The authentication site through browser, server and database: how somebody gets in, in each way there is. */

test('[SE-11, SC-03, SC-07, SC-12] a newcomer registers, verifies in another browser and signs in', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expect(/status of 400.*verify-email/); // the link works once
  await page.goto(`${baseUrl()}/payments`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page, 'Create your Arcwave account')).toBeFocused();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Required')).toHaveCount(6);
  await register(page, 'newcomer', 'nanoseconds 9');
  await expect(page.getByText(`We sent a link to ${emailOf('newcomer')}.`)).toBeVisible();

  const link = await linkIn(page, 'newcomer', 'Verify your e-mail address');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other).toHaveURL(`${baseUrl()}/id/#/verify`);
  await other.getByRole('button', { name: 'Verify my address' }).click();
  await expect(other.getByText('Your email address is verified.')).toBeVisible();
  await other.goto('about:blank');
  await other.goto(link);
  await other.getByRole('button', { name: 'Verify my address' }).click();
  await expect(other.getByText('This link was used before.')).toBeVisible();
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
});

test('[SE-11, SC-03, SE-12] a forgotten password: a link by mail, once; the old one no longer works', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await register(page, 'hedy', 'frequency hopping');
  await page.goto(`${baseUrl()}/id/`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(emailOf('hedy'));
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If there is an account for this address')).toBeVisible();

  const link = await linkIn(page, 'hedy', 'Set a new password');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page).toHaveURL(`${baseUrl()}/id/#/reset`);
  const choose = async (password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await choose('password1');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await choose('spread spectrum 41');
  await expect(heading(page, 'Your password is changed')).toBeFocused();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'hedy', 'frequency hopping');
  await expect(page.getByRole('alert')).toHaveText("That email and password don't match.");
  await page.getByLabel('Password', { exact: true }).fill('spread spectrum 41');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectHome(page);

  await page.goto(link);
  await choose('spread spectrum 42');
  await expect(page.getByText('This link was used before.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible();
});

test('[SE-11, SC-05, INV-18] the second step: a code of the app, or a recovery code, each once', async ({
  page,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 400/);
  await register(page, 'joan', 'bombe and banburismus');
  await verifyAddress(page, 'joan');
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'joan', 'bombe and banburismus');
  await expectHome(page);
  const { secret } = await callAs<{ secret: string }>(page, 'POST', '/api/auth/me/security/mfa');
  const step = await quietStep();
  await callAs(page, 'PUT', '/api/auth/me/security/mfa', {
    firstCode: codeAt(secret, step - 2),
    secondCode: codeAt(secret, step - 1),
  });
  const { codes } = await callAs<{ codes: string[] }>(page, 'POST', '/api/auth/me/security/recovery-codes', {
    password: 'bombe and banburismus',
  });

  await signOut(page);
  await signIn(page, 'joan', 'bombe and banburismus');
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await expectUsable(page, 'second step');
  await page.keyboard.type(codeAt(secret, step - 1));
  await expect(page.getByText("This code isn't right. Enter the newest one.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await page.keyboard.type(codeAt(secret, stepNow()));
  await expectHome(page);

  await signOut(page);
  await signIn(page, 'joan', 'bombe and banburismus');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await expectUsable(page, 'recovery code');
  await page.keyboard.type(codes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await expectHome(page);
});

test('[BY-01, SE-11] a passkey alone signs in, and one that is not ours is said in words', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await register(page, 'radia', 'spanning tree poem');
  await verifyAddress(page, 'radia');
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'radia', 'spanning tree poem');
  await expectHome(page);
  const { devtools, authenticatorId } = await plugInKey(page);
  await makePasskey(page, 'spanning tree poem');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectHome(page);
  const { user } = await callAs<{ user: { email: string } }>(page, 'GET', '/api/auth/me');
  expect(user.email).toBe(emailOf('radia'));

  const { passkeys } = await callAs<{ passkeys: { id: string }[] }>(page, 'GET', '/api/auth/me/security/passkeys');
  await callAs(page, 'DELETE', `/api/auth/me/security/passkeys/${passkeys[0]?.id}`, { password: 'spanning tree poem' });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText("That passkey wasn't accepted. Try again or sign in another way.");

  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again or sign in another way.');
});

test('[BY-01, SC-05] a passkey in place of the code', async ({ page, complaints }) => {
  test.slow();
  complaints.expect(/status of 400/);
  await register(page, 'karen', 'inverse document 7');
  await verifyAddress(page, 'karen');
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'karen', 'inverse document 7');
  await expectHome(page);
  await plugInKey(page);
  await makePasskey(page, 'inverse document 7');
  const { secret } = await callAs<{ secret: string }>(page, 'POST', '/api/auth/me/security/mfa');
  const step = await quietStep();
  await callAs(page, 'PUT', '/api/auth/me/security/mfa', {
    firstCode: codeAt(secret, step - 1),
    secondCode: codeAt(secret, step),
  });
  await signOut(page);
  await signIn(page, 'karen', 'inverse document 7');
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(heading(page, "Confirm that it's you")).toBeFocused();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expectHome(page);
});

// each brand in each theme once; the light ones on a desk and the dark ones on a phone
for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[SE-11, SH-17] ${brand}, ${theme}: every page of the site is usable`, async ({ browser }) => {
      test.slow();
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      const visit = async (path: string, title: string, sign: string) => {
        await page.goto('about:blank');
        await page.goto(`${addressOf(host)}/id/${path}`);
        await expect(page.getByText(sign).first(), path).toBeVisible();
        await expect(page).toHaveTitle(`${title} · ${brand} Account`);
        await expectUsable(page, path);
      };
      await visit('?reason=closed', 'Sign in', 'Your account is closed.');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Required').first()).toBeVisible();
      await expectUsable(page, 'sign-in, nothing typed');
      await visit('#/register', 'Create an account', 'Create your Arcwave account');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Required')).toHaveCount(6);
      await expectUsable(page, 'register, nothing typed');
      await visit('#/forgotten', 'Forgot password', 'Forgot your password?');
      await visit('#/verify/emt_1.x', 'Verify your email', 'So that we know our mails reach you');
      await visit('#/verify', 'Verify your email', "This link doesn't work.");
      await visit('#/reset/emt_1.x', 'New password', 'Set a new password');
      await visit('#/reset', 'New password', "This link doesn't work.");
      await context.close();
    });
  }
}

test('[SE-11] what was typed outlives a lost connection and a server out of service', async ({ page, complaints }) => {
  complaints.expect(/status of 503|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto(`${baseUrl()}/id/`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.waitForLoadState('networkidle'); // what the page still asks for is not what fails here
  await page.context().setOffline(true);
  await signInHere(page, 'ada');
  await expect(page.getByRole('alert')).toHaveText('You seem to be offline. Check your connection and try again.');
  await page.context().setOffline(false);
  await page.route(
    '**/api/auth/sessions',
    (route) => route.fulfill({ status: 503, body: '{"error":{"type":"UNAVAILABLE"}}' }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText("Signing in isn't possible right now. Try again in a moment.");
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectHome(page);
});
