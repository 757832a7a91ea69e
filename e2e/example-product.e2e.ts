import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { demoClient } from '../apps/server/src/demo/demo-client.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { runFoyerCommand } from './operators.ts';
import { baseUrl, emailOf, expect, expectUsable, serverHome, signInHere, test } from './support.ts';

/** Journey of docs/connect-a-product.md: the portal and `npm run example`, which is the product of examples/product. */

const START = resolve(import.meta.dirname, '../examples/product/start.mjs');
const CLIENT = resolve(import.meta.dirname, '../packages/client/dist');
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;

const port = await freePort();
const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
const postLogout = async (body: string): Promise<number> =>
  (await fetch(at('/logout'), { method: 'POST', body })).status;

/** Bodies of the portal's logout calls, which pass through here to the product. */
const logouts: string[] = [];
const relay = createServer(async (request, response) => {
  const body = await text(request);
  logouts.push(body);
  response.writeHead(await postLogout(body).catch(() => 502)).end();
});
await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
const client = {
  id: demoClient.id,
  name: demoClient.names,
  kind: 'confidential',
  vendorsOwn: true,
  scopes: demoClient.scopes,
  redirectAddresses: [at('/callback')],
  postLogoutAddresses: [at('/')],
  backchannelLogoutAddress: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/logout`,
};
test.use({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const catalogue = mkdtempSync(join(tmpdir(), 'foyer-example-'));
      cpSync(join(import.meta.dirname, '../catalog'), catalogue, { recursive: true });
      writeFileSync(join(catalogue, 'clients.yaml'), JSON.stringify([client]));
      await use({
        CATALOGUE: catalogue,
        OPENID_CLIENT_SECRETS: `${demoClient.id}=${demoClient.secret}`,
        DEMO: '1',
        PRODUCT_HOOKS: `drive=${at('/webhook')}`,
        PRODUCT_HOOK_SECRET: WEBHOOK_SECRET,
      });
      rmSync(catalogue, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Output of the example, and a promise of its exit code. */
interface Example {
  readonly program: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

const startExample = (environment: NodeJS.ProcessEnv = {}): Example => {
  const env = {
    ...process.env,
    FOYER_HOME: serverHome(),
    PORTAL: baseUrl(),
    EXAMPLE_PORT: String(port),
    WEBHOOK_SECRET,
    ...environment,
  };
  const program = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part.toString();
    });
  const ended = new Promise<number | null>((done) => program.on('exit', done));
  return { program, output: () => printed, ended };
};

let example: Example | undefined;
test.beforeAll(async () => {
  example = startExample();
  await expect.poll(() => example?.output(), { timeout: 120_000 }).toContain(`The example product is at ${at('/')}`);
});
test.afterAll(async () => {
  example?.program.kill();
  await example?.ended;
  relay.closeAllConnections();
  await new Promise((done) => relay.close(done));
});

const signIn = async (page: Page, name: string): Promise<void> => {
  await page.goto(at('/'));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInHere(page, name);
  await expect(page.getByText(`Signed in as ${emailOf(name)}.`)).toBeVisible();
};

/** Expects that the product has ended the session. Loads the page again until then. */
const expectSignedOut = (page: Page): Promise<void> =>
  expect(async () => {
    await page.goto(at('/'));
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });

/** Sends a message to the product. Returns the status of its answer. */
const sendWebhook = async (body: string, secret: string, sentAt = new Date()): Promise<number> => {
  const id = 'msg_of_the_test';
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
  return (await fetch(at('/webhook'), { method: 'POST', headers, body })).status;
};

/** Calls the vendor API as another server of the vendor does. */
const makeVendorCall = () => {
  const options = ['--name', 'test', '--scopes', 'customers:write,grants:write'];
  const [key = ''] = /foyer_vk_\w+/.exec(runFoyerCommand(serverHome(), ['vendor-key', 'create', ...options])) ?? [];
  return async (path: string, body: object): Promise<{ accountId: string }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl()}/vendor/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
};

test('a customer with a plan signs in at the product, opens the plan by a portal link and comes back', async ({
  page,
}) => {
  await signIn(page, 'pia');
  await expect(page.getByText('Your plan has drive.')).toBeVisible();
  await expectUsable(page, 'page of the product');
  await page.getByRole('button', { name: 'Manage plan' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/subscriptions/drive`);
  await page.getByRole('link', { name: 'Back to Example product' }).click();
  await expect(page.getByText('Your plan has drive.')).toBeVisible();
});

test('a webhook tells the product of a new plan; a forged, changed or old one is refused', async ({ page }) => {
  await signIn(page, 'ada');
  await expect(page.getByText('Your plan does not have drive.')).toBeVisible();
  const call = makeVendorCall();
  const { accountId } = await call('/customers', { email: emailOf('ada') });
  await call(`/accounts/${accountId}/terms`, { planId: 'pln_drive_starter', months: 12, reason: 'test' });
  await expect.poll(() => example?.output()).toMatch(new RegExp(`Webhook msg_\\w+: ${accountId} has sequence \\d+`));
  await page.reload();
  await expect(page.getByText('Your plan has drive.')).toBeVisible();

  const data = { accountId, product: 'drive', reason: 'test', sequence: 1_000_000, entitlements: [] };
  const body = JSON.stringify({ type: 'entitlement.changed', timestamp: new Date().toISOString(), data });
  expect(await sendWebhook(body, `whsec_${Buffer.alloc(24, 4).toString('base64')}`)).toBe(400);
  expect(await sendWebhook(body, WEBHOOK_SECRET, new Date(Date.now() - 600_000))).toBe(400);
  await page.reload();
  await expect(page.getByText('Your plan has drive.')).toBeVisible();
});

test('removed access, a sign-out at the portal and one at the product each end the session at the product', async ({
  page,
}) => {
  await signIn(page, 'pia');
  await page.goto(`${baseUrl()}/#/security`);
  const apps = page.getByRole('region', { name: 'Apps with access' });
  const row = apps.locator('ul > li').filter({ has: page.getByRole('button', { name: /Remove access/ }) });
  await expect(row).toContainText('Example product');
  await row.getByRole('button', { name: /Remove access/ }).click();
  await expect(row).toHaveCount(0);
  await expectSignedOut(page);

  // The session at the portal goes on, so the portal asks for nothing.
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText('Your plan has drive.')).toBeVisible();
  const [logout = ''] = logouts;
  expect(logout).toMatch(/^logout_token=/);
  expect(await postLogout(logout), 'a logout token is used once').toBe(400);
  expect(await postLogout(logout.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`)), 'a forged signature').toBe(400);
  await page.reload();
  await expect(page.getByText('Your plan has drive.')).toBeVisible();
  await page.goto(`${baseUrl()}/#/`);
  await page.getByRole('button', { name: /Pia/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/id/');
  await expectSignedOut(page);

  await signIn(page, 'pia');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${baseUrl()}/#/security`);
  await expect(page).toHaveURL(/\/id\//);
});

test('the client package runs in a browser: it verifies webhooks, decides about entitlements and reads errors', async ({
  page,
}) => {
  // The command of the example has compiled the package.
  await page.route(at('/client/*'), (route) =>
    route.fulfill({ path: join(CLIENT, basename(route.request().url())), contentType: 'text/javascript' }),
  );
  await page.goto(at('/'));
  const id = 'msg_of_the_test';
  const body = '{"type":"entitlement.changed"}';
  const now = new Date();
  const signature = new Webhook(WEBHOOK_SECRET).sign(id, now, body);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const result = await page.evaluate(
    async ([address, message, changed, secrets]) => {
      const { createVendorClient, isEntitled, openidIssuer, verifyWebhook } = await import(address);
      const refused = createVendorClient({
        portal: location.origin,
        key: 'none',
        fetch: async () => new Response('{"error":{"type":"NOT_FOUND"}}', { status: 404 }),
      });
      return [
        (await verifyWebhook(message, { secrets })).id,
        await verifyWebhook(changed, { secrets }).catch((error: Error) => error.name),
        isEntitled([{ product: 'drive', entitled: true, validUntil: null }], 'drive'),
        openidIssuer(location.href) === `${location.origin}/openid`,
        await refused.readKey().catch(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
      ];
    },
    [at('/client/index.js'), { headers, body }, { headers, body: `${body} ` }, [WEBHOOK_SECRET]] as const,
  );
  expect(result).toEqual([id, 'WebhookError', true, true, 'FoyerError NOT_FOUND']);
});

test('an answer of the portal without its sign-in, or with an error, gets a page that leads to a new sign-in', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400.*\/callback\?/);
  const answer = async (query: string): Promise<number | undefined> =>
    (await page.goto(at(`/callback?${query}`)))?.status();
  expect(await answer('code=1&state=2')).toBe(400);
  await expect(page.getByText('You are not signed in: the sign-in began elsewhere')).toBeVisible();

  // The sign-in page of the portal stays open: its answer comes by hand.
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/id/');
  const [, state = ''] = /^([^.]+)\./.exec((await page.context().cookies(at('/')))[0]?.value ?? '') ?? [];
  const iss = `${baseUrl()}/openid`;
  const error = { error: 'access_denied', error_description: 'Call 0900 1' };
  expect(await answer(String(new URLSearchParams({ ...error, state, iss })))).toBe(400);
  await expect(page.getByText('access_denied.')).toBeVisible();
  await expect(page.getByText('0900')).toHaveCount(0);
  expect(await answer(String(new URLSearchParams({ code: '1', state: 'other', iss })))).toBe(400);
  expect(await answer(String(new URLSearchParams({ code: 'unknown', state, iss })))).toBe(400);
  await expect(page.getByText('invalid_grant.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await signInHere(page, 'pia');
  await expect(page.getByText(`Signed in as ${emailOf('pia')}.`)).toBeVisible();
});

test('the command of the example says what is missing', async () => {
  const refusalOf = async (environment: NodeJS.ProcessEnv): Promise<string> => {
    const { ended, output } = startExample(environment);
    expect(await ended).toBe(1);
    return output();
  };
  expect(await refusalOf({})).toBe(`Port ${port} is not free (EADDRINUSE). Does the example run already?\n`);
  const nothing = `http://127.0.0.1:${await freePort()}`;
  expect(await refusalOf({ PORTAL: nothing })).toMatch(`No portal answers at ${nothing}. Start it in another terminal`);
});
