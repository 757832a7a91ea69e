import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { makePasswordHasher } from '../apps/server/src/adapters/password-hasher.ts';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { insertCustomer } from '../apps/server/test/customers.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import { APACHE, callbackAt, isApacheInstalled, writeApacheConfig } from './apache-config.ts';
import { REPOSITORY, runDrillAlone, SERVER_PORTS, startServer } from './servers.ts';

/**
 * `npm run drill -- apache`: Debian's Apache with mod_auth_openidc protects a page and signs a customer in through the
 * portal. The drill refreshes its tokens, and ends the session at the portal in two ways. It fails if Apache still shows
 * the page after ten seconds. Everything listens on loopback only.
 */

const PASSWORD = 'a long password of the drill';
const CLIENT = 'apache';
/** Time in which a sign-out at the portal must end the session at Apache. */
const LOGOUT_LIMIT_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends one request. `fetch` says in `Sec-Fetch-Mode` that it opens no page, and Apache then redirects to no sign-in. */
const send = async (
  address: string,
  method: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> => {
  const sent = request(address, { method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await readText(answer) };
};

/** Browser without pages: it has cookies for each host, and follows no redirect. */
const makeBrowser = () => {
  const jar = new Map<string, string>();
  return async (address: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> => {
    const { host } = new URL(address);
    const cookies = [...jar].filter(([key]) => key.startsWith(`${host} `));
    const cookie = cookies.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ');
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await send(address, method, { accept: 'text/html', ...headers, cookie }, body ?? '');
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(`${host} ${name}`);
      else jar.set(`${host} ${name}`, value);
    }
    return answer;
  };
};
type Browser = ReturnType<typeof makeBrowser>;

const expectThat = (isTrue: boolean, claim: string): void => {
  if (!isTrue) throw new Error(`The drill failed: ${claim}`);
};
const targetOf = ({ status, headers: { location } }: Answer, base: string): string => {
  if (location === undefined) throw new Error(`The drill failed: ${base} answered ${status} without a redirect`);
  return new URL(location, base).href;
};

const postJson = async <Body>(address: string, body: object, headers: Record<string, string> = {}): Promise<Body> => {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expectThat(answer.ok, `${address} answered ${answer.status}: ${await answer.clone().text()}`);
  return (await answer.json()) as Body;
};

/** Signs in at the portal and returns the access token of the new session. */
const signIn = async (portal: string, email: string): Promise<string> => {
  const session = await postJson<{ refreshToken: string }>(`${portal}/api/auth/sessions`, {
    email,
    password: PASSWORD,
  });
  const { refreshToken } = session;
  return (await postJson<{ accessToken: string }>(`${portal}/api/auth/tokens`, { refreshToken })).accessToken;
};

/** Opens the protected page as a browser does that has a session at the portal. */
const openThroughPortal = async (browser: Browser, page: string, token: string): Promise<Answer> => {
  const atProvider = targetOf(await browser(page), page);
  const asked = targetOf(await browser(atProvider), atProvider);
  const answered = await browser(asked, { 'x-is-at': token, 'content-type': 'application/json' }, '{}');
  expectThat(answered.status === 200, `the portal answered the request of Apache with ${answered.status}`);
  const { address } = JSON.parse(answered.text) as { address: string };
  const callback = targetOf(await browser(address), address);
  const back = targetOf(await browser(callback), callback);
  return browser(back);
};

const makeCustomer = async (config: PoolConfig): Promise<string> => {
  const database = openDatabase(config, () => {});
  const { hash } = await makePasswordHasher();
  const { email } = await insertCustomer(database, await hash(PASSWORD), {});
  await database.close();
  return email;
};

/** Ends sessions at the portal as a second browser of the customer does. */
const endings = {
  'End this session': (portal: string, token: string, id: string) =>
    fetch(`${portal}/api/auth/me/security/sessions/${id}`, {
      method: 'DELETE',
      headers: { 'x-is-at': token, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    }),
  'Sign out everywhere else': (portal: string, token: string, _id: string) =>
    fetch(`${portal}/api/auth/me/security/sessions`, {
      method: 'DELETE',
      headers: { 'x-is-at': token, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    }),
};

const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).jti;

interface Stage {
  readonly portal: string;
  /** Address of the protected page. */
  readonly page: string;
  readonly email: string;
  readonly accessLog: string;
}

/** Logout tokens that Apache has accepted. */
const countLogouts = (accessLog: string): number =>
  readFileSync(accessLog, 'utf8')
    .split('\n')
    .filter((line) => /^POST \S*logout=backchannel.* 20[04]$/.test(line)).length;

/** Signs in, refreshes and signs out in one way. Prints the times. */
const runOnce = async (name: keyof typeof endings, { portal, page, email, accessLog }: Stage): Promise<void> => {
  const browser = makeBrowser();
  const token = await signIn(portal, email);
  const since = performance.now();
  const opened = await openThroughPortal(browser, page, token);
  expectThat(opened.status === 200, `the protected page answered ${opened.status} after the sign-in`);
  expectThat(
    opened.headers['x-user']?.includes(email) === true,
    `Apache knows the user as ${opened.headers['x-user']}`,
  );
  console.log(`signed in at Apache as ${email} in ${Math.round(performance.now() - since)} ms`);

  const expires = () => browser(page).then(({ headers }) => Number(headers['x-token-expires']));
  const before = await expires();
  await sleep(4_000);
  await expires();
  const after = await expires();
  expectThat(after > before, `the access token still expires at ${after} after a refresh was due`);
  console.log(`refreshed: the access token expires ${after - before} s later`);

  const logouts = countLogouts(accessLog);
  const other = await signIn(portal, email);
  const ended = await endings[name](portal, other, sessionIdOf(token));
  expectThat(ended.status === 204, `${name} answered ${ended.status}`);
  const endedAt = performance.now();
  // A request for the page would refresh the tokens, and the refusal ends the session at Apache too.
  while (countLogouts(accessLog) === logouts && performance.now() < endedAt + LOGOUT_LIMIT_MS) await sleep(50);
  const ms = Math.round(performance.now() - endedAt);
  expectThat(countLogouts(accessLog) > logouts, `${name}: Apache accepted no logout token within ${ms} ms`);
  const { status } = await browser(page);
  expectThat(status !== 200, `${name}: Apache still shows the page after ${ms} ms`);
  console.log(`${name}: Apache has accepted the logout token ${ms} ms later, and asks for a new sign-in`);
};

const drill = async (cleanup: Cleanup): Promise<boolean> => {
  if (!isApacheInstalled()) {
    console.log(
      'Skipped: Apache with mod_auth_openidc is not installed. On Debian: apt-get install libapache2-mod-auth-openidc',
    );
    return true;
  }
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const folder = temporary.path;
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => embedded.stop());
  const [port = 0] = SERVER_PORTS;
  const apachePort = await freePort();
  const portal = `http://127.0.0.1:${port}`;
  const clientSecret = randomBytes(24).toString('hex');
  const catalogue = path.join(folder, 'catalog');
  cpSync(path.join(REPOSITORY, 'catalog'), catalogue, { recursive: true });
  const client = {
    id: CLIENT,
    name: { en: 'Apache', de: 'Apache' },
    kind: 'confidential',
    vendorsOwn: true,
    scopes: ['openid', 'email', 'offline_access'],
    redirectAddresses: [callbackAt(apachePort)],
    backchannelLogoutAddress: `${callbackAt(apachePort)}?logout=backchannel`,
  };
  writeFileSync(path.join(catalogue, 'clients.yaml'), JSON.stringify([client]));
  const settings = { CATALOGUE: catalogue, OPENID_CLIENT_SECRETS: `${CLIENT}=${clientSecret}`, PUBLIC_URL: portal };
  const server = await startServer({ folder, databaseUrl: addressOf(embedded.config), port, settings });
  cleanup.add('the server', () => stopProcess(server));
  const place = { folder, port: apachePort, issuer: `${portal}/openid`, clientId: CLIENT, clientSecret };
  const apache = spawn(APACHE, writeApacheConfig(place), { stdio: 'inherit' });
  cleanup.add('Apache', () => stopProcess(apache));
  const page = `http://127.0.0.1:${apachePort}/protected/`;
  for (let tries = 0; !(await fetch(page, { redirect: 'manual' }).catch(() => null)); tries += 1) {
    expectThat(tries < 300 && apache.exitCode === null, 'Apache did not start');
    await sleep(100);
  }
  const log = path.join(folder, `server-${port}.log`);
  const stage = {
    portal,
    page,
    email: await makeCustomer(embedded.config),
    accessLog: path.join(folder, 'access.log'),
  };
  try {
    for (const name of Object.keys(endings) as (keyof typeof endings)[]) await runOnce(name, stage);
  } catch (error) {
    console.log(
      readFileSync(path.join(folder, 'apache.log'), 'utf8').slice(-4_000),
      readFileSync(log, 'utf8').slice(-4_000),
    );
    throw error;
  }
  return true;
};

await runDrillAlone(drill);
