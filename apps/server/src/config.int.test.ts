import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultClaimPaths } from '../test/customers.ts';
import { makeTempFolder } from '../test/temp-folder.ts';
import { type Config, ConfigRefused, readConfig } from './config.ts';
import { secretSettings } from './secret-files.ts';
import { limitsPerMinuteAndHour } from './services/rate-windows/ports.ts';
import { settingNames } from './settings.ts';

const NOBODY = 65_534;
const PROJECT = join(import.meta.dirname, '../../..');
const home = makeTempFolder('config');
afterAll(() => home.remove());

const secretFile = join(home.path, 'secret');
const OWN_SECRET = 'a secret of the tests of settings';
const configOf = (env: NodeJS.ProcessEnv) => readConfig({ FOYER_HOME: home.path, ...env }, PROJECT);

/** The lines of the one message, without its heading. */
const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    configOf(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigRefused);
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

describe('the secret that signs tokens', () => {
  test('is made at the first start, for its owner only, and kept', () => {
    const {
      secrets: [secret],
    } = configOf({});
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(secretFile).mode & 0o777).toBe(0o600);
    expect(configOf({}).secrets).toEqual([secret]);
  });

  test.each(['', '\n', 'half'])(
    'a damaged secret file (%j) stops the start with the next step, and is not replaced',
    (left) => {
      writeFileSync(secretFile, left);
      const [problem, ...others] = problemsOf({});
      expect(others).toEqual([]);
      expect(problem).toContain(secretFile);
      expect(problem).toContain('Put the file back from a backup.');
      expect(readFileSync(secretFile, 'utf8')).toBe(left);
    },
  );

  test('a folder in the place of the secret file stops the start', () => {
    rmSync(secretFile);
    mkdirSync(secretFile);
    expect(problemsOf({})).toEqual([expect.stringContaining(`${secretFile} must hold the secret`)]);
    expect(problemsOf({}).join()).toContain('This is a folder, not a file.');
    rmdirSync(secretFile);
  });

  test('a secret in the settings: no file is read', () => {
    writeFileSync(secretFile, 'half');
    expect(configOf({ FOYER_SECRET: OWN_SECRET }).secrets).toEqual([OWN_SECRET]);
    expect(problemsOf({ FOYER_SECRET: 'short' })).toEqual(['  - FOYER_SECRET must have at least 32 characters']);
  });
});

describe('[ASVS 13.3.1] a secret that is given as a file', () => {
  const file = join(home.path, 'from-a-vault');
  const WEBHOOK_KEY = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const STRIPE = {
    STRIPE_SECRET_KEY: 'sk_test_hidden',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
    STRIPE_WEBHOOK_SECRET: 'whsec_one',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'account@vendor.test',
  };
  const OIDC = { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'foyer' };

  const catalogueWithClient = (): string => {
    const catalogue = join(home.path, 'catalogue');
    cpSync(join(PROJECT, 'catalog'), catalogue, { recursive: true });
    const client = { id: 'drive-app', name: { en: 'Drive', de: 'Drive' }, kind: 'confidential' };
    const redirectAddresses = ['https://drive.example.com/callback'];
    writeFileSync(join(catalogue, 'clients.yaml'), JSON.stringify([{ ...client, redirectAddresses }]));
    return catalogue;
  };

  test.each<[(typeof secretSettings)[number], string, NodeJS.ProcessEnv, (config: Config) => unknown]>([
    ['FOYER_SECRET', `${OWN_SECRET},the one before it`, {}, ({ secrets }) => secrets.join()],
    ['DATABASE_URL', 'postgresql://localhost/foyer', {}, ({ databaseUrl }) => databaseUrl],
    [
      'DATABASE_OWNER_URL',
      'postgresql://localhost/foyer',
      { DATABASE_URL: 'postgresql://jo@localhost/foyer' },
      ({ databaseOwnerUrl }) => databaseOwnerUrl,
    ],
    ['STRIPE_SECRET_KEY', 'sk_test_1', STRIPE, ({ stripe }) => stripe?.secretKey],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,whsec_2', STRIPE, ({ stripe }) => stripe?.webhookSecrets.join()],
    ['OIDC_CLIENT_SECRET', 'known to us', OIDC, ({ oidc }) => oidc?.clientSecret],
    ['SMTP_URL', 'smtp://jo:word@localhost', { MAIL_FROM: 'a@b.test' }, ({ smtp }) => smtp?.url],
    [
      'PRODUCT_HOOK_SECRET',
      WEBHOOK_KEY,
      { PRODUCT_HOOKS: 'drive=http://localhost/' },
      ({ hooks }) => hooks?.secrets.join(),
    ],
    [
      'OPENID_CLIENT_SECRETS',
      `drive-app=${OWN_SECRET}`,
      { CATALOGUE: catalogueWithClient(), DEMO: '0' },
      ({ productClients }) => productClients.map(({ id, secret }) => `${id}=${secret}`).join(),
    ],
  ])('%s_FILE has the meaning of %s', (name, value, others, setting) => {
    const env: NodeJS.ProcessEnv = { FOYER_SECRET: OWN_SECRET, ...others };
    delete env[name];
    for (const end of ['', '\n', '\r\n']) {
      writeFileSync(file, `${value}${end}`);
      expect(setting(configOf({ ...env, [`${name}_FILE`]: file }))).toBe(value);
    }
    expect(setting(configOf({ ...env, [name]: value, [`${name}_FILE`]: '' }))).toBe(value);
  });

  test.each(secretSettings)('%s: both ways at once are refused, without the secret in the message', (name) => {
    expect(problemsOf({ [name]: 'hunter2', [`${name}_FILE`]: file })).toEqual([
      `  - ${name} and ${name}_FILE are both set: take one of them out`,
    ]);
  });

  test('a file that is not there, is a folder or is empty is refused in words', () => {
    const missing = join(home.path, 'no-such-file');
    writeFileSync(file, '\n');
    const problems = problemsOf({
      FOYER_SECRET_FILE: missing,
      SMTP_URL_FILE: home.path,
      OIDC_CLIENT_SECRET_FILE: file,
    });
    expect(problems).toEqual([
      `  - FOYER_SECRET_FILE names a file that cannot be read: There is no such file: correct the path, or create the file.`,
      `  - OIDC_CLIENT_SECRET_FILE names an empty file`,
      `  - SMTP_URL_FILE names a file that cannot be read: This is a folder, not a file.`,
    ]);
  });

  test('a file without end is refused', () => {
    expect(problemsOf({ FOYER_SECRET_FILE: '/dev/zero' })).toEqual([
      expect.stringContaining('FOYER_SECRET_FILE names a file that cannot be read: It has more than 4 MB'),
    ]);
  });
});

describe('[ASVS 12.3.1] a database on another machine', () => {
  const plain = 'postgresql://jo:hunter2@db.test/foyer';
  const ofDatabase = (env: NodeJS.ProcessEnv) => problemsOf({ FOYER_SECRET: OWN_SECRET, ...env });
  const words = 'the connection to db.test, which is not this machine, would not be encrypted';

  test('is refused without TLS, as either role, with what to do and without the password', () => {
    const owner = { DATABASE_URL: 'postgresql://localhost/foyer', DATABASE_OWNER_URL: plain };
    expect(ofDatabase({ DATABASE_URL: plain })).toEqual([expect.stringContaining(`DATABASE_URL: ${words}`)]);
    expect(ofDatabase(owner)).toEqual([expect.stringContaining(`DATABASE_OWNER_URL: ${words}`)]);
    expect(ofDatabase({ DATABASE_URL: plain }).join()).toContain('Add sslmode=verify-full');
    expect(ofDatabase({ DATABASE_URL: plain }).join()).not.toContain('hunter2');
  });

  test('is taken with TLS, and without it when DATABASE_TLS=off says so', () => {
    const encrypted = `${plain}?sslmode=verify-full`;
    const settings = { FOYER_SECRET: OWN_SECRET, DATABASE_URL: encrypted, DATABASE_OWNER_URL: encrypted };
    expect(configOf(settings).databaseUrl).toBe(encrypted);
    expect(configOf({ FOYER_SECRET: OWN_SECRET, DATABASE_URL: plain, DATABASE_TLS: 'off' }).databaseUrl).toBe(plain);
    expect(ofDatabase({ DATABASE_TLS: 'no' })).toEqual(['  - DATABASE_TLS must be on or off']);
  });

  test('a database address with a missing CA file is refused with the next step', () => {
    const file = join(home.path, 'no-such.pem');
    const address = `${plain}?sslmode=verify-full&sslrootcert=${file}`;
    expect(ofDatabase({ DATABASE_URL: address })).toEqual([
      `  - DATABASE_URL names the file ${file} for TLS: There is no such file: correct the path, or create the file.`,
    ]);
  });
});

describe('a wrong setting is named, and all of them at once', () => {
  test.each([
    ['PORT', '65536', 'from 0 to 65535, not "65536"'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as'],
    ['METRICS_PORT', '65536', 'METRICS_PORT must be a whole number from 0 to 65535'],
    ['METRICS_PORT', '4000', 'METRICS_PORT must differ from PORT'],
    ['PORT', '80a', 'not "80a"'],
    ['PORT', '-1', 'not "-1"'],
    ['LIMIT_REQUESTS_PER_ADDRESS', 'many', 'whole number'],
    ['LIMIT_REQUESTS_PER_ACCOUNT', '1.5', 'whole number'],
    ['QUEUE_PAUSE_MS', '1e3', 'QUEUE_PAUSE_MS must be a whole number from 500 to 60000, not "1e3"'],
    ['LIMIT_WRITES_PER_ACCOUNT', '1e9', 'from 1 to 10000000'],
    ['LIMIT_REQUESTS_PER_ADDRESS', '0', 'from 1 to 10000000, not "0"'],
    ['LIMIT_REQUESTS_PER_ACCOUNT', '0', 'from 1 to 10000000, not "0"'],
    ['LIMIT_WRITES_PER_ACCOUNT', '0', 'from 1 to 10000000, not "0"'],
    ['LIMIT_EVENT_LOOP_DELAY_MS', '0', 'from 1 to 10000000, not "0"'],
    ['LIMIT_DATABASE_WAIT_MS', '999', 'from 1000 to 60000, not "999"'],
    ['LIMIT_CREDENTIALS_PER_MINUTE', '0', 'from 1 to 10000000, not "0"'],
    ['LIMIT_CREDENTIALS_PER_HOUR', 'many', 'whole number'],
    ['LIMIT_WRONG_SIGN_INS_PER_MINUTE', 'x', 'whole number'],
    ['LIMIT_WRONG_SIGN_INS_PER_HOUR', '0', 'from 1 to 10000000, not "0"'],
    ['TRUST_PROXY', '11', 'from 0 to 10'],
    ['ROLE', 'off', 'ROLE must be all, web or worker, not "off"'],
    ['WORK', 'off', 'not a setting of Foyer: a server without background work has ROLE=web'],
    ['DATABASE_READ_URL', 'postgresql://db', 'not a setting of Foyer: all reads go to DATABASE_URL'],
    ['DATABASE_CONNECTIONS', '1', 'from 2 to 500, not "1"'],
    ['WORK_PAUSE_MS', '10', 'from 100 to 60000'],
    ['QUEUE_PAUSE_MS', '100', 'from 500 to 60000'],
    ['DEFAULT_BRAND', 'other', 'scope or drive'],
    ['BRAND_HOSTS', 'a.localhost=scope,b.test', '"b.test" is not host=scope or host=drive'],
    ['PUBLIC_URL', 'portal.test', 'http or https'],
    ['BRAND_HOSTS', 'https://a.localhost=scope', 'scope must have a host name only, such as account.example.com=scope'],
    ['BRAND_HOSTS', 'a.localhost:4000=scope', 'scope must have a host name only'],
    ['BRAND_HOSTS', 'a.localhost/x=scope', 'scope must have a host name only'],
    ['HOST', '[::1]', 'HOST must be an IP address of this machine, such as 10.0.0.2 or ::1 without brackets'],
    ['DATABASE_URL', 'mysql://db', 'must begin with postgresql://'],
    ['DEMO', 'yes', '0 or 1'],
    ['SANDBOX', 'yes', '0 or 1'],
    ['OPERATOR_HOSTS', 'https://operator.test', '"https://operator.test" is not a host name'],
    ['OPERATOR_HOSTS', 'operator.test,LOCALHOST', 'localhost is a name of the portal'],
    ['OPERATOR_HOSTS', 'drive.localhost', 'drive.localhost is a name of the portal'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
    ['CATALOGUE', join(PROJECT, 'docs'), 'no plans.yaml'],
    ['DATABASE_SYSTEM_USER', '-u 0', 'the name of a user'],
  ])('%s=%s', (name, value, words) => {
    const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
    expect(problems[0]).toContain(words);
  });

  test('a catalogue in a folder that this user may not enter, as below /etc/foyer for the user of the unit', () => {
    const closed = join(home.path, 'closed');
    const catalogue = join(closed, 'catalogue');
    cpSync(join(PROJECT, 'catalog'), catalogue, { recursive: true });
    chmodSync(closed, 0o000);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY); // root may read everything
    try {
      expect(problemsOf({ FOYER_SECRET: OWN_SECRET, CATALOGUE: catalogue })).toContain(
        `  - CATALOGUE: user ${process.geteuid?.()} of this server may not read ${catalogue}; let it enter each folder of that path`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(closed, 0o700);
    }
  });

  test('[B11] the limits per address are settings, with defaults for one household', () => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET }).callerLimits).toEqual({
      credentialCalls: limitsPerMinuteAndHour(30, 300),
      wrongSignIns: limitsPerMinuteAndHour(30, 300),
    });
    const school = { LIMIT_CREDENTIALS_PER_MINUTE: '100', LIMIT_WRONG_SIGN_INS_PER_HOUR: '900' };
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...school }).callerLimits).toEqual({
      credentialCalls: limitsPerMinuteAndHour(100, 300),
      wrongSignIns: limitsPerMinuteAndHour(30, 900),
    });
  });

  test('several', () => {
    const problems = problemsOf({ DATABASE_URL: 'postgresql://localhost/foyer', PORT: 'x', DEMO: '2', LOG_LEVEL: '' });
    expect(problems.map((line) => /[A-Z_]{4,}/.exec(line)?.[0])).toEqual(['PORT', 'FOYER_SECRET', 'DEMO', 'LOG_LEVEL']);
  });

  test('in a built folder, which has no embedded database: DATABASE_URL and FOYER_SECRET, and nothing is written', () => {
    const built = makeTempFolder('built');
    writeFileSync(join(built.path, 'build.json'), '{}');
    const files = { CATALOGUE: join(PROJECT, 'catalog'), BRANDS: join(PROJECT, 'catalog/brands.yaml') };
    for (const mayCreate of [true, false])
      expect(() => readConfig(files, built.path, { mayCreate })).toThrow(
        /^[^\n]*\n {2}- DATABASE_URL is missing: .*set the address of your PostgreSQL\n {2}- FOYER_SECRET is missing: .*$/,
      );
    expect(readdirSync(built.path)).toEqual(['build.json']);
    built.remove();
  });

  test('an empty setting has its default', () => {
    const empty = { PORT: '', HOST: '', CATALOGUE: '', BRANDS: '' };
    const { port, host, catalogueFolder } = configOf({ FOYER_SECRET: OWN_SECRET, ...empty });
    // an empty host would be every address of the machine, an empty folder the one that the command was typed in
    expect([port, host, catalogueFolder]).toEqual([4000, '127.0.0.1', join(PROJECT, 'catalog')]);
    expect(readConfig({ FOYER_SECRET: OWN_SECRET, FOYER_HOME: '' }, PROJECT).home).toBe(join(PROJECT, '.foyer'));
  });
});

test('[SE-08] a new customer has the claims of all families and may change the own account', () => {
  const { defaultClaims } = configOf({ FOYER_SECRET: OWN_SECRET });
  expect(defaultClaims).toEqual(defaultClaimPaths);
  expect(configOf({ FOYER_SECRET: OWN_SECRET, DEFAULT_CLAIMS: 'lab' }).defaultClaims).toEqual(['lab']);
});

describe('settings that belong together', () => {
  const oidc = { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'foyer', OIDC_CLIENT_SECRET: 'between the two' };
  const mailServer = {
    SMTP_URL: 'smtps://user:word@mail.test',
    MAIL_FROM: 'account@arcwave.test',
    PUBLIC_URL: 'https://account.arcwave.test',
  };
  const smtp = { ...mailServer, SANDBOX: '1' };

  test('[BY-06] [SE-11] without them mails stay in the sandbox and our own site signs people in', () => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET })).toMatchObject({ smtp: null, oidc: null });
  });

  test.each([
    [{ PUBLIC_URL: 'https://account.arcwave.test' }, 'PUBLIC_URL=https://account.arcwave.test'],
    [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
    [{ HOST: '::' }, 'HOST=::'],
    [{ HOST: '192.168.1.5', PUBLIC_URL: 'http://localhost:4000' }, 'HOST=192.168.1.5'],
    [{ BRAND_HOSTS: 'localhost=scope,drive.arcwave.test=drive' }, 'BRAND_HOSTS names drive.arcwave.test'],
  ])('[M3] without a payment provider an address that others reach needs SANDBOX=1: %j', (env, named) => {
    const [problem, ...others] = problemsOf({ FOYER_SECRET: OWN_SECRET, ...env });
    expect(others).toEqual([]);
    expect(problem).toContain(`others reach this server (${named})`);
    expect(problem).toContain('Set the three, or SANDBOX=1 for an installation that sells nothing');
    const allowed = configOf({ FOYER_SECRET: OWN_SECRET, ...env, SANDBOX: '1' });
    // Any caller can send any Host header, so no name opens the mailbox unless the vendor gives one.
    expect(allowed).toMatchObject({ isPublicSandbox: true, developmentHosts: [] });
    expect(
      configOf({ FOYER_SECRET: OWN_SECRET, ...env, SANDBOX: '1', DEVELOPMENT_HOSTS: 'Staff.test' }).developmentHosts,
    ).toEqual(['staff.test']);
  });

  test('[M3] customers pay with test cards at the hosts of PUBLIC_URL and of the brands', () => {
    const env = { PUBLIC_URL: 'https://account.arcwave.test', BRAND_HOSTS: 'Drive.arcwave.test=drive', SANDBOX: '1' };
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...env }).checkoutHosts).toEqual([
      'account.arcwave.test',
      'drive.arcwave.test',
    ]);
  });

  test.each(['999.1.1.1', '127.0.0.256', 'http://localhost', 'localhost:4000'])(
    'a HOST that is no address is refused: %s',
    (address) => {
      expect(problemsOf({ FOYER_SECRET: OWN_SECRET, HOST: address, SANDBOX: '1' })).toEqual([
        expect.stringContaining(`not "${address}"`),
      ]);
    },
  );

  test.each(['fe80::1%eth0', '0.0.0.0', '::', 'account_1.internal', '0'])('HOST may be %s', (address) => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET, HOST: address, SANDBOX: '1' }).host).toBe(address);
  });

  test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { PUBLIC_URL: 'http://portal.localhost' }, { SANDBOX: '1' }])(
    '[M3] on this machine the sandbox needs no setting: %j',
    (env) => {
      expect(configOf({ FOYER_SECRET: OWN_SECRET, ...env })).toMatchObject({
        isPublicSandbox: false,
        developmentHosts: ['localhost', '127.0.0.1', 'scope.localhost', 'drive.localhost'],
      });
    },
  );

  test('[BY-06] [SE-11] with them the mail server and the provider are known', () => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...oidc, ...smtp })).toMatchObject({
      smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
      oidc: { issuer: 'https://id.test', clientId: 'foyer', clientSecret: 'between the two' },
    });
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, ...oidc, OIDC_ISSUER: 'http://localhost:9000' })).toEqual([]);
  });

  test.each([
    [{ ...smtp, MAIL_FROM: '' }, 'MAIL_FROM must be'],
    [{ ...smtp, MAIL_FROM: 'Us <account@arcwave.test>' }, 'MAIL_FROM must be'],
    [{ ...smtp, SMTP_URL: 'mail.test:25' }, 'SMTP_URL must begin with'],
    [{ ...smtp, PUBLIC_URL: undefined }, 'PUBLIC_URL is missing'],
    [{ ...smtp, SMTP_URL: 'smtp://mail.test?ignoreTLS=true' }, 'must not hold ignoreTLS'],
    [{ ...smtp, SMTP_URL: 'smtp://mail.test?requireTLS=false' }, 'must not hold ignoreTLS or requireTLS'],
    [{ ...oidc, OIDC_CLIENT_SECRET: '' }, 'all three or none'],
    [{ ...oidc, OIDC_ISSUER: 'http://id.test' }, 'must begin with https'],
  ])('a half or a wrong one is named, its secrets are not: %j', (env, words) => {
    const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, ...env });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
    expect(problems[0]).not.toContain('between the two');
  });

  test.each(['http://localhost:4010', 'http://portal.localhost:4010/', 'http://127.0.0.1:4010', 'http://[::1]:4010'])(
    '[L11] links to this machine may begin with http: %s',
    (address) => {
      expect(configOf({ FOYER_SECRET: OWN_SECRET, PUBLIC_URL: address }).publicUrl).toBe(address.replace(/\/$/, ''));
    },
  );

  test.each([
    'https://user:word@account.arcwave.test',
    'https://user@account.arcwave.test/',
    'https://:word@account.arcwave.test',
    'https://@account.arcwave.test',
    'https://account.arcwave.test/path?x=1',
    'https://account.arcwave.test?',
    'https://account.arcwave.test/#/id',
    'https://account.arcwave.test#',
    'https://account.arcwave.test/a b',
    'https:account.arcwave.test',
    'https:\\\\account.arcwave.test',
    'http://user:word@localhost:4010',
  ])('[L11] an address that links in mails cannot begin with is refused, without its password: %s', (address) => {
    const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, PUBLIC_URL: address, SANDBOX: '1' });
    expect(problems).toEqual([expect.stringContaining('without user, password, query, fragment or blank')]);
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, PUBLIC_URL: address }).join()).not.toContain('word@');
  });

  test('[L11] links in mails may begin with a path', () => {
    const address = 'https://arcwave.test/account@home';
    expect(configOf({ FOYER_SECRET: OWN_SECRET, PUBLIC_URL: address, SANDBOX: '1' }).publicUrl).toBe(address);
  });

  test('a password before the host of a brand is not in the message', () => {
    const [problem = '', ...others] = problemsOf({ FOYER_SECRET: OWN_SECRET, BRAND_HOSTS: 'user:word@a.test=scope' });
    expect([others, problem.includes('word@')]).toEqual([[], false]);
    expect(problem).toContain('BRAND_HOSTS: scope must have a host name only');
  });

  test('[BY-06] a mail server of this machine may go with links to it', () => {
    const caught = { FOYER_SECRET: OWN_SECRET, SMTP_URL: 'smtp://localhost:1025', MAIL_FROM: 'account@arcwave.test' };
    expect(problemsOf(caught)).toEqual([]);
  });

  test.each([
    ['nothing else', {}, true],
    ['a mail server', smtp, false],
    ['a provider', oidc, false],
    ['a mail server and a wish', { ...smtp, DEMO: '1' }, true],
  ])('demo customers have a published password; loaded with %s: %j', (_, env, expected) => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...env }).demo).toBe(expected);
  });

  const hookKey = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
  const hooks = {
    PRODUCT_HOOKS: 'drive=https://drive.test/hooks?of=foyer,scope=http://localhost:9000/hooks',
    PRODUCT_HOOK_SECRET: `${hookKey('hidden, long enough for a key')},${hookKey('the one before, long enough')}`,
  };

  test('[BY-08] product webhooks need addresses; two keys are accepted while one is replaced', () => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET }).hooks).toBeNull();
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...hooks }).hooks).toEqual({
      endpoints: { drive: 'https://drive.test/hooks?of=foyer', scope: 'http://localhost:9000/hooks' },
      secrets: hooks.PRODUCT_HOOK_SECRET.split(','),
    });
  });

  test.each([
    [{ PRODUCT_HOOKS: '' }, 'set both or none'],
    [{ PRODUCT_HOOK_SECRET: '' }, 'set both or none'],
    [{ PRODUCT_HOOKS: 'drive=http://drive.test/hooks' }, 'must begin with https://'],
    [{ PRODUCT_HOOKS: 'drive=https://name:hidden@drive.test' }, 'must begin with https://'],
    [{ PRODUCT_HOOKS: 'drive=file:///etc/hidden' }, 'must begin with https://'],
    [{ PRODUCT_HOOKS: 'car=https://hidden.test' }, 'drive=, scope=, iot='],
    [{ PRODUCT_HOOKS: 'drive=https://a.test,drive=https://b.test' }, 'names drive twice'],
    [{ PRODUCT_HOOK_SECRET: 'hidden' }, 'must be whsec_'],
    [{ PRODUCT_HOOK_SECRET: hookKey('hidden') }, '24 to 64 bytes'],
    [{ PRODUCT_HOOK_SECRET: `${hooks.PRODUCT_HOOK_SECRET},${hookKey('hidden, long enough for a key')}` }, 'two'],
  ])('[BY-08] a wrong setting of the hooks is named, its keys are not: %j', (env, words) => {
    const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, ...hooks, ...env });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
    expect(problems[0]).not.toContain('hidden');
    expect(problems[0]).not.toContain(Buffer.from('hidden').toString('base64'));
  });

  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_hidden',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
    STRIPE_WEBHOOK_SECRET: 'whsec_one,whsec_two',
  };

  test('with Stripe there is no sandbox: no demo, no mailbox, two webhook secrets while one is replaced', () => {
    expect(configOf({ FOYER_SECRET: OWN_SECRET })).toMatchObject({ stripe: null, demo: true, sandboxEvents: {} });
    const secrets = {
      secretKey: 'sk_test_hidden',
      publishableKey: 'pk_test_shown',
      webhookSecrets: ['whsec_one', 'whsec_two'],
    };
    expect(configOf({ FOYER_SECRET: OWN_SECRET, ...stripe, ...mailServer })).toMatchObject({
      stripe: secrets,
      demo: false,
    });
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, ...stripe }).join()).toContain('SMTP_URL and MAIL_FROM are missing');
  });

  test.each([
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'all three or none'],
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_hidden' }, 'must begin with pk_test_ or pk_live_'],
    [{ STRIPE_SECRET_KEY: 'pk_test_hidden' }, 'must begin with sk_ or rk_'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_shown' }, 'both be of the test mode, or both live'],
    [{ STRIPE_WEBHOOK_SECRET: 'hidden' }, 'must begin with whsec_'],
    [{ SANDBOX: '1' }, 'SANDBOX=1 and the STRIPE_ variables exclude each other'],
    [{ SANDBOX_EVENTS: 'duplicate,never' }, '"never" is none of duplicate, shuffle, delay, lose'],
  ])('a wrong setting of the gateway is named, its secrets are not: %j', (env, words) => {
    const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, ...stripe, ...mailServer, ...env });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
    expect(problems[0]).not.toContain('hidden');
  });
});

describe('[L8] the secret of the installation', () => {
  const [current, earlier] = [
    'the new secret of the tests, which holds a comma',
    'the old secret of the tests of settings',
  ];

  test('two with a comma between them, of which the first signs', () => {
    const [one, two] = [current.replaceAll(',', ''), earlier];
    expect(configOf({ FOYER_SECRET: `${one},${two}` }).secrets).toEqual([one, two]);
    expect(configOf({ FOYER_SECRET: `${one},${'a'.repeat(32)}` }).secrets[1]).toBe('a'.repeat(32)); // which is being replaced
  });

  test('a comma in one secret does not divide it', () => {
    expect(configOf({ FOYER_SECRET: current }).secrets).toEqual([current]);
  });

  test.each([
    ['a'.repeat(40), 'at least 8 different characters'],
    ['abababcabababcabababcabababcabababc', 'at least 8 different characters'],
    [`${'a'.repeat(32)},${earlier}`, 'at least 8 different characters'],
    ['short', 'at least 32 characters'],
  ])('%s is refused', (secret, words) => {
    expect(problemsOf({ FOYER_SECRET: secret })).toEqual([expect.stringContaining(words)]);
    expect(problemsOf({ FOYER_SECRET: secret }).join()).not.toContain(secret);
  });
});

describe('a refusal names no password', () => {
  const addresses = [
    'ftp://jo:hunter2@host.example',
    'https://jo:hunter2@host.example/',
    'https://jo:hunt/er2#hunter2@host.example',
    'jo:hunter2@host.example',
    'postgresql://jo:hunter2@host.example/foyer?target_session_attrs=any',
    'http://jo:a hunter2@host.example',
    '//jo:hunter2@host.example,x=https://jo:hunter2@host.example',
  ];
  const plain = settingNames.filter((name) => name !== 'OPENID_CLIENT_SECRETS');

  test.each([...plain, 'DATABASE_READ_URL', 'WORK', 'DATABASE_URL_FILE', 'FOYER_SECRET_FILE'])('%s', (name) => {
    for (const address of addresses) {
      const problems = problemsOf({
        [name]: address,
        FOYER_SECRET: name === 'FOYER_SECRET_FILE' ? undefined : OWN_SECRET,
      });
      expect(problems.filter((problem) => /hunt|er2/.test(problem))).toEqual([]);
    }
  });

  test.each([
    ['SMTP_URL_FILE', 'hunter2hunter2'],
    ['SMTP_URL_FILE', 'smtps://jo:hun"ter2@mail.test'],
    ['DATABASE_URL_FILE', 'postgresql://h/x?password=hunter2'],
    ['DATABASE_URL_FILE', `postgresql://h/${'x'.repeat(5_000)}?password=hunter2`],
    ['BACKUP_PASSPHRASE_FILE', 'abc/de+hunter2='],
    ['BACKUP_PASSPHRASE_FILE', '/hunter2'],
    ['BACKUP_PASSPHRASE_FILE', 'hunter\u00002'],
  ])('a secret in place of its file is not shown: %s', (name, value) => {
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, [name]: value })).toEqual([
      expect.stringMatching(
        new RegExp(`^  - ${name} names a file that cannot be read: (There is|The system says) .{3,60}$`),
      ),
    ]);
  });

  test.each([
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'foyer', OIDC_CLIENT_SECRET: 'hunter2' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', {}],
  ])('%s with a user or password is refused, because each failed call would log it', (name, others) => {
    expect(problemsOf({ ...others, FOYER_SECRET: OWN_SECRET, [name]: 'https://jo:hunter2@host.example' })).toEqual([
      expect.stringContaining(`${name} must not hold a user or password`),
    ]);
    expect(problemsOf({ ...others, FOYER_SECRET: OWN_SECRET, [name]: 'https://host.example' })).toEqual([]);
  });

  test.each([':', 'x', '":', ':/', 'a:/a:'])('a long value with many %s is refused at once', (piece) => {
    const begin = performance.now();
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, PORT: piece.repeat(20_000) })).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  test('an address without a password is shown as it is', () => {
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, PUBLIC_URL: 'http://account.example.com', SANDBOX: '1' })).toEqual([
      expect.stringContaining('PUBLIC_URL must begin with https:// because account.example.com is not this machine'),
    ]);
    expect(problemsOf({ FOYER_SECRET: OWN_SECRET, MAIL_FROM: 'x', SMTP_URL: 'smtp://localhost' })).toEqual([
      expect.stringContaining('such as account@example.com'),
    ]);
  });
});
