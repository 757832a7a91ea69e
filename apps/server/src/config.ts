import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Family } from '@foyer/domain/catalogue/family';
import type { ScreeningLists } from '@foyer/domain/screening/screen';
import { WrongSettings } from './adapters/cannot-start.ts';
import { describeReadError } from './adapters/describe-read-error.ts';
import { holdsDatabase } from './adapters/embedded-postgres/places.ts';
import { isLocal } from './adapters/is-local.ts';
import type { OidcSettings } from './adapters/oidc-provider.ts';
import type { EventSwitches } from './adapters/payment-gateway/sandbox/events.ts';
import type { StripeSettings } from './adapters/payment-gateway/stripe/stripe-gateway.ts';
import type { SecretCheck } from './adapters/postgres/check-secret.ts';
import { describeInvalidAddress, unencryptedHost } from './adapters/postgres/database-hosts.ts';
import type { SmtpSettings } from './adapters/smtp-transport.ts';
import type { Brand, BrandKey, Vendor } from './brands.ts';
import { isBuilt } from './build-facts.ts';
import { readClientFile } from './client-file.ts';
import { hookSettings } from './config-hooks.ts';
import { isHostName, type PublicSettings, publicSettings } from './config-public.ts';
import { withDemoClient } from './demo/demo-client.ts';
import { fingerprintsOf } from './derive-keys.ts';
import type { RequestLimits } from './http/app.ts';
import { loadOrCreateSecret } from './installation-secret.ts';
import { withSecretFiles } from './secret-files.ts';
import { describeWeakSecret, type Secrets, splitSecrets } from './secrets.ts';
import type { HookSettings } from './services/entitlements/ports.ts';
import type { ProductClient } from './services/product-sign-in/client-ports.ts';
import { type CallerLimits, limitsPerMinuteAndHour } from './services/rate-windows/ports.ts';
import { type Environment, type SettingName, settings } from './settings.ts';
import { readFamilyFile, readVendorFile } from './vendor-file.ts';

/** Shortest passphrase of a backup. Each guess costs a second of computing. */
const PASSPHRASE_LENGTH = 12;

/** Tasks of a server: answering calls (`web`), background work (`worker`), or both. */
const roles = ['all', 'web', 'worker'] as const;
type Role = (typeof roles)[number];
const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word);

export interface Config extends PublicSettings {
  readonly port: number;
  readonly home: string;
  /** Address of the vendor's PostgreSQL. Null: the embedded one. */
  readonly databaseUrl: string | null;
  /** File that `databaseUrl` comes from, read again for each new connection. */
  readonly databaseUrlFile: string | null;
  /** The same database with the role that migrates it. Null: the role of `databaseUrl` does. */
  readonly databaseOwnerUrl: string | null;
  readonly databaseOwnerUrlFile: string | null;
  /** Limit for the locks of a migration. */
  readonly migrationLockTimeoutMs: number;
  /** System user of the embedded database when root starts Foyer. Null: one is chosen. */
  readonly databaseSystemUser: string | null;
  /** Secrets. The first signs and encrypts; the others are being replaced and only verify and decrypt (docs/keys.md). */
  readonly secrets: Secrets;
  /** True if the secret of the database is lost. The database adopts the current one. */
  readonly secretIsLost: boolean;
  /** Passphrase of backups. Null: they are not encrypted. */
  readonly backupPassphrase: string | null;
  /** Mail server. Null: mails go into the sandbox mailbox. */
  readonly smtp: SmtpSettings | null;
  /** External OpenID provider. Null: customers sign in at the built-in site. */
  readonly oidc: OidcSettings | null;
  /** Settings of Stripe. Null: the sandbox, which moves no money. */
  readonly stripe: StripeSettings | null;
  /** Endpoints of the vendor's products. Null: no messages are sent. */
  readonly hooks: HookSettings | null;
  /** Products that sign their users in here with OpenID Connect: those of `clients.yaml`, and the example in the demo. */
  readonly productClients: readonly ProductClient[];
  /** Faults in the delivery of sandbox events, for tests and demos. */
  readonly sandboxEvents: EventSwitches;
  readonly defaultBrand: BrandKey;
  /** Host names that belong to a brand; any other host shows the default one (SH-17). */
  readonly brandHosts: ReadonlyMap<string, BrandKey>;
  /** Number of proxies in front of the server. Only they may set the address of a caller. */
  readonly proxyHops: number;
  readonly demo: boolean;
  /** Paths of the claim tree that a new customer gets (SE-08). */
  readonly defaultClaims: readonly string[];
  /** Decides whether an operator or the customer changes a stored address (AD-01, D15). */
  readonly addressChange: PortalConfig['addressChange'];
  /** Lists of the export screening (EX-01). */
  readonly screening: ScreeningLists;
  readonly logLevel: string;
  /** Tasks of this server. */
  readonly role: Role;
  /** Connections for calls and background work. */
  readonly databaseConnections: number;
  /** Longest wait of a call for the database. */
  readonly databaseWaitMs: number;
  /** Pause of background work between two turns. */
  readonly workPauseMs: number;
  /** Pause of each queue between two looks for jobs. */
  readonly queuePauseMs: number;
  /** Time between `/readyz` answering 503 and the end of listening. A load balancer removes the server meanwhile. */
  readonly drainDelaySeconds: number;
  /** Port of the metrics. Null: there are none. */
  readonly metricsPort: number | null;
  /** Address of the OpenTelemetry collector. Null: no traces. */
  readonly tracesEndpoint: string | null;
  readonly limits: RequestLimits;
  /** Limits per address of sign-in, registration and links in mails. */
  readonly callerLimits: CallerLimits;
  readonly catalogueFolder: string;
  /** File of SHA-1 hashes of stolen passwords. Null: passwords are not compared with such a list. */
  readonly breachedPasswords: string | null;
  readonly webFolder: string;
  /** Vendor: names, links, contacts and the payee (SH-17). */
  readonly vendor: Vendor;
}

/** Names that an operator may expect and that would do nothing, with the way to what they mean (decisions 69 and 84). */
const NOT_SETTINGS: Readonly<Record<string, string>> = {
  WORK: 'a server without background work has ROLE=web',
  DATABASE_READ_URL: 'all reads go to DATABASE_URL, so take it out',
};

/** Hides the user and password of an address without blanks. */
const hideInWord = (word: string): string => {
  const [colon, end] = [word.indexOf(':'), word.lastIndexOf('@')];
  if (colon === -1 || end < colon) return word;
  const begin = Math.max(word.lastIndexOf('=', colon), word.lastIndexOf('(', colon)) + 1;
  return `${word.slice(0, begin)}…${word.slice(end)}`;
};

/**
 * Hides users and passwords of addresses. Each part is read once, because a value may have any length. A problem names the value of a setting, and an address may be in a setting that
 * takes none. A password may hold blanks.
 */
const hidePasswords = (problem: string): string =>
  problem
    .split('"')
    .map((part, index) => {
      const end = part.lastIndexOf('@');
      const isAddress = end > part.indexOf(':') && part.includes(':');
      if (!isAddress) return part;
      // Between quotes is the value of a setting.
      if (index > 0) return `…${part.slice(end)}`;
      const scheme = part.indexOf(':/');
      const begin = part.lastIndexOf(' ', scheme) + 1;
      return scheme !== -1 && part.lastIndexOf(':', end) > scheme
        ? `${part.slice(0, begin)}…${part.slice(end)}`
        : part.split(/(\s)/).map(hideInWord).join('');
    })
    .join('"');

/** All problems of the environment in one message, without passwords. */
export class ConfigRefused extends WrongSettings {
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${hidePasswords(problem)}`).join('\n')}`);
    this.name = 'ConfigRefused';
  }
}

/** False if the catalogue folder has no plans, or if this user may not look into it. */
const hasPlansFile = (folder: string, problems: string[]): boolean => {
  try {
    statSync(join(folder, 'plans.yaml'));
    return true;
  } catch (error) {
    problems.push(
      (error as NodeJS.ErrnoException).code === 'EACCES'
        ? `CATALOGUE: user ${process.geteuid?.()} of this server may not read ${folder}; let it enter each folder of that path`
        : `CATALOGUE: there is no plans.yaml in ${folder}; name the folder that has it`,
    );
    return false;
  }
};

/** Folder of the embedded database in `home`. */
export const databaseIn = (home: string): string => join(home, 'postgres');

const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * A map, because visitors choose the name that is looked up. A plain object would contain names such as `constructor`.
 */
const brandHosts = (
  text: string | undefined,
  brands: readonly Brand[],
  problems: string[],
): ReadonlyMap<string, BrandKey> => {
  if (text === undefined) return new Map(brands.flatMap(({ key, hosts }) => hosts.map((host) => [host, key] as const)));
  const hosts = new Map<string, BrandKey>();
  const forms = brands.map(({ key }) => `host=${key}`).join(' or ');
  for (const pair of text.split(',').filter(Boolean)) {
    const [host, brand] = pair.split('=');
    if (host && brands.some(({ key }) => key === brand)) {
      if (isHostName(host.toLowerCase())) hosts.set(host.toLowerCase(), brand ?? '');
      // without the value, which can have a password
      else problems.push(`BRAND_HOSTS: ${brand} must have a host name only, such as account.example.com=${brand}`);
    } else problems.push(`BRAND_HOSTS: "${pair}" is not ${forms}`);
  }
  return hosts;
};

/** Claims to change the own account. */
const OWN_CLAIMS = ['usr:info:update', 'usr:info:delete', 'usr:password:update', 'access:mfa:create'];

const claimsOf = (families: readonly Family[]): string[] => families.flatMap(({ claim }) => claim ?? []);

const CLAIM_PATH = /^[a-z][a-z0-9]*(:[a-z][a-z0-9]*)*$/i;

const claimPaths = (text: string, problems: string[]): readonly string[] => {
  const paths = text.split(',').filter(Boolean);
  for (const path of paths) {
    if (!CLAIM_PATH.test(path)) problems.push(`DEFAULT_CLAIMS: "${path}" is not a claim such as usr:info:update`);
  }
  return paths;
};

/** Mail server and sender address. One without the other is refused. */
const smtpSettings = (env: Environment, problems: string[]): SmtpSettings | null => {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url) return null;
  const parsed = URL.parse(url);
  if (!/^smtps?:$/.test(parsed?.protocol ?? '') || !parsed?.hostname) {
    problems.push('SMTP_URL must begin with smtp:// or smtps:// and name a host');
  }
  if (parsed?.searchParams.has('ignoreTLS') || parsed?.searchParams.has('requireTLS'))
    problems.push(
      'SMTP_URL must not hold ignoreTLS or requireTLS: TLS is required of every mail server but one of this machine. Take them out',
    );
  if (!from || !/^[\w.+-]+@[\w-]+(\.[\w-]+)*$/.test(from)) {
    problems.push('MAIL_FROM must be the address that mails come from, such as account@example.com');
  }
  return { url, from: from ?? '' };
};

/** True if an address has a user or password. Such an address cannot be called, and the failed call names it in the log. */
const hasCredentials = (url: URL | null): boolean => url !== null && (url.username !== '' || url.password !== '');

/**
 * External OpenID provider: all three settings or none. Its responses decide who signs in, so they must be encrypted.
 */
const oidcSettings = (env: Environment, problems: string[]): OidcSettings | null => {
  const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = env;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret)
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none');
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname));
  if (issuer && !isSafe) problems.push('OIDC_ISSUER must begin with https:// (http:// only on localhost)');
  if (hasCredentials(url)) problems.push('OIDC_ISSUER must not hold a user or password: no call takes them');
  return { issuer, clientId, clientSecret };
};

/** Address of a fake Stripe API, on this machine and with test keys only. Real payments must go to Stripe. */
const stripeApi = (address: string | undefined, kind: string, problems: string[]): StripeSettings['api'] => {
  if (!address) return undefined;
  const url = URL.parse(address);
  if (kind === 'test' && url?.protocol === 'http:' && isLocal(url.hostname))
    return { host: url.hostname, port: Number(url.port || 80), protocol: 'http' };
  problems.push(
    'STRIPE_API_URL is for tests only: it must begin with http://localhost, and the keys must be of the test mode. Unset it to use Stripe',
  );
  return undefined;
};

/**
 * Stripe settings: all three or none. Each key is checked, because a secret key in the wrong setting would reach
 * browsers.
 */
const stripeSettings = (env: Environment, problems: string[]): StripeSettings | null => {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = env;
  const webhookSecrets = (env.STRIPE_WEBHOOK_SECRET ?? '').split(',').filter(Boolean);
  if (!secretKey && !publishableKey && webhookSecrets.length === 0) return null;
  if (!secretKey || !publishableKey || webhookSecrets.length === 0)
    problems.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together: set all three or none',
    );
  const kinds = [/^[sr]k_(test|live)_/.exec(secretKey)?.[1], /^pk_(test|live)_/.exec(publishableKey)?.[1]];
  if (secretKey && !kinds[0]) problems.push('STRIPE_SECRET_KEY must begin with sk_ or rk_, then test_ or live_');
  if (publishableKey && !kinds[1]) problems.push('STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_');
  if (kinds[0] && kinds[1] && kinds[0] !== kinds[1])
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be of the test mode, or both live');
  if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
    problems.push(
      'STRIPE_WEBHOOK_SECRET must begin with whsec_ (two, with a comma between them, while one is replaced)',
    );
  const api = stripeApi(env.STRIPE_API_URL, kinds[0] ?? 'live', problems);
  return { secretKey, publishableKey, webhookSecrets, ...(api && { api }) };
};

const isLive = (stripe: StripeSettings | null): boolean => /^[sr]k_live_/.test(stripe?.secretKey ?? '');

type ScreeningSetting = Extract<SettingName, `SCREENING_${string}`>;

const screeningLists = (env: Environment, problems: string[]): ScreeningLists => {
  const list = (name: ScreeningSetting, shape: RegExp, what: string): string[] => {
    const words = (env[name] ?? settings[name].default).split(',').filter(Boolean);
    for (const word of words) if (!shape.test(word)) problems.push(`${name}: "${word}" is not ${what}`);
    return words;
  };
  const country = [/^[A-Z]{2}$/, 'a country such as CU'] as const;
  const domain = [/^[\w-]+(\.[\w-]+)+$/, 'a domain such as example.com'] as const;
  return {
    reviewCountries: list('SCREENING_REVIEW_COUNTRIES', ...country),
    denyCountries: list('SCREENING_DENY_COUNTRIES', ...country),
    reviewDomains: list('SCREENING_REVIEW_DOMAINS', ...domain),
    denyDomains: list('SCREENING_DENY_DOMAINS', ...domain),
  };
};

const eventSwitches: readonly string[] = ['duplicate', 'shuffle', 'delay', 'lose'] satisfies (keyof EventSwitches)[];

const sandboxEvents = (text: string, problems: string[]): EventSwitches => {
  const named = text.split(',').filter(Boolean);
  for (const name of named.filter((name) => !eventSwitches.includes(name)))
    problems.push(`SANDBOX_EVENTS: "${name}" is none of ${eventSwitches.join(', ')}`);
  return Object.fromEntries(named.map((name) => [name, true]));
};

/**
 * Refuses unencrypted connections to a remote database, unless DATABASE_TLS=off allows them. Rows and a password cross
 * them.
 */
const refuseDatabaseAddress = (name: string, url: string | null, databaseTls: string, problems: string[]): void => {
  const unusable = url && describeInvalidAddress(url);
  if (unusable) problems.push(`${name} ${unusable}`);
  if (!url || unusable || databaseTls === 'off') return;
  try {
    const host = unencryptedHost(url);
    if (host !== null)
      problems.push(
        `${name}: the connection to ${host}, which is not this machine, would not be encrypted. Add sslmode=verify-full to the address (postgresql://…/foyer?sslmode=verify-full), or set DATABASE_TLS=off where something else encrypts the network between`,
      );
  } catch (error) {
    const { path = '' } = error as NodeJS.ErrnoException;
    problems.push(`${name} names the file ${path} for TLS: ${describeReadError(error)}`);
  }
};

/**
 * True if a new installation may be made, or one exists. Only the start of the server makes one. A command with a wrong
 * folder would otherwise succeed in a new, empty database.
 */
const isInstalled = (home: string, problems: string[]): boolean => {
  if (holdsDatabase(databaseIn(home))) return true;
  problems.push(
    `FOYER_HOME: there is no database of Foyer in ${home}. Set FOYER_HOME to the folder that the server keeps its data in; a new one is made by the server's start`,
  );
  return false;
};

type LimitSetting = Extract<SettingName, `LIMIT_${string}`>;
type WholeNumberSetting =
  | LimitSetting
  | 'PORT'
  | 'TRUST_PROXY'
  | 'DRAIN_DELAY_SECONDS'
  | 'MIGRATION_LOCK_TIMEOUT_MS'
  | 'DATABASE_CONNECTIONS'
  | 'WORK_PAUSE_MS'
  | 'QUEUE_PAUSE_MS';

interface ReadOptions {
  /** Allows a new installation in the data folder. */
  readonly mayCreate: boolean;
  /** Allows a new secret in it. Default: `mayCreate`. */
  readonly mayCreateSecret?: boolean;
  /** File of the passphrase of backups, in place of both settings. */
  readonly passphraseFile?: string | undefined;
}

/** Address of the OpenTelemetry collector, or null. */
const tracesEndpointOf = (env: Environment, problems: string[]): string | null => {
  const address = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!address) return null;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318');
  if (hasCredentials(URL.parse(address)))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must not hold a user or password: no call takes them');
  return address;
};

/** Port of the metrics, or null. */
const metricsPortOf = (env: Environment, port: number, problems: string[]): number | null => {
  if (!env.METRICS_PORT) return null;
  const metricsPort = Number(env.METRICS_PORT);
  if (!/^\d+$/.test(env.METRICS_PORT) || metricsPort > 65_535)
    problems.push('METRICS_PORT must be a whole number from 0 to 65535');
  else if (metricsPort === port && port !== 0)
    problems.push('METRICS_PORT must differ from PORT, because customers must not read the metrics');
  return metricsPort;
};

/**
 * Reads the environment, once. No other file reads it. A variable that is set to the empty string counts as not set,
 * unless the empty string is a valid value.
 */
export const readConfig = (
  environment: NodeJS.ProcessEnv,
  projectFolder: string,
  { mayCreate, mayCreateSecret = mayCreate, passphraseFile }: ReadOptions = { mayCreate: true },
): Config => {
  const problems: string[] = [];
  const named =
    passphraseFile === undefined ? {} : { BACKUP_PASSPHRASE: undefined, BACKUP_PASSPHRASE_FILE: passphraseFile };
  const env = withSecretFiles({ ...environment, ...named }, problems);
  // Stop here: without these secrets other settings would look wrong, and a new secret would be made.
  if (problems.length > 0) {
    const source = passphraseFile === undefined ? 'BACKUP_PASSPHRASE_FILE' : '--passphrase-file';
    throw new ConfigRefused(problems.map((problem) => problem.replace(/^BACKUP_PASSPHRASE_FILE(?= )/, source)));
  }
  for (const [name, way] of Object.entries(NOT_SETTINGS))
    if (environment[name] !== undefined) problems.push(`${name} is not a setting of Foyer: ${way}`);
  const whole = (name: WholeNumberSetting, max: number, min = 0): number => {
    const text = env[name] || settings[name].default;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };
  const port = whole('PORT', 65_535);
  const home = resolve(env.FOYER_HOME || join(projectFolder, settings.FOYER_HOME.default));
  const catalogueFolder = resolve(env.CATALOGUE || join(projectFolder, settings.CATALOGUE.default));
  const hasPlans = hasPlansFile(catalogueFolder, problems);
  const families = hasPlans ? readFamilyFile(catalogueFolder, problems) : null;
  const products = families?.map(({ key }) => key) ?? null;
  const brandsFile = resolve(env.BRANDS || join(projectFolder, settings.BRANDS.default));
  const vendor = readVendorFile(brandsFile, products, problems);
  const brands = Object.values(vendor?.brands ?? {});
  const defaultBrand = env.DEFAULT_BRAND ?? brands[0]?.key ?? '';
  if (vendor && !brands.some(({ key }) => key === defaultBrand))
    problems.push(`DEFAULT_BRAND must be ${brands.map(({ key }) => key).join(' or ')}`);
  const brandKeys = brands.map(({ key }) => key);
  const productClients = vendor ? readClientFile(catalogueFolder, env, brandKeys, problems) : [];
  const databaseUrl = env.DATABASE_URL || null;
  const ownSecret = env.FOYER_SECRET;
  const lost = env.FOYER_SECRET_IS_LOST || settings.FOYER_SECRET_IS_LOST.default;
  if (lost !== '0' && lost !== '1') problems.push('FOYER_SECRET_IS_LOST must be 0 or 1');
  const needsDatabase = !databaseUrl && isBuilt(projectFolder);
  if (needsDatabase)
    problems.push(
      'DATABASE_URL is missing: a folder of "npm run build" has no embedded database, so set the address of your PostgreSQL',
    );
  if ((databaseUrl || needsDatabase) && !ownSecret)
    problems.push('FOYER_SECRET is missing: with a database of your own, set a secret of at least 32 characters');
  const weakness = ownSecret === undefined ? null : describeWeakSecret(splitSecrets(ownSecret)[0]);
  if (weakness) problems.push(`FOYER_SECRET ${weakness}`);
  const backupPassphrase = env.BACKUP_PASSPHRASE || null;
  if (backupPassphrase !== null && backupPassphrase.length < PASSPHRASE_LENGTH)
    problems.push(
      `${passphraseFile === undefined ? 'BACKUP_PASSPHRASE' : 'The passphrase of --passphrase-file'} must have at least ${PASSPHRASE_LENGTH} characters`,
    );
  const hosts = brandHosts(env.BRAND_HOSTS, brands, problems);
  // A limit of 0 would refuse every request.
  const limit = (name: LimitSetting): number => whole(name, 10_000_000, 1);
  const limits = {
    perAddress: limit('LIMIT_REQUESTS_PER_ADDRESS'),
    perAccount: limit('LIMIT_REQUESTS_PER_ACCOUNT'),
    writesPerAccount: limit('LIMIT_WRITES_PER_ACCOUNT'),
    perVendorKey: limit('LIMIT_REQUESTS_PER_VENDOR_KEY'),
    perProduct: limit('LIMIT_REQUESTS_PER_PRODUCT'),
    eventLoopDelayMs: limit('LIMIT_EVENT_LOOP_DELAY_MS'),
  };
  const callerLimits = {
    credentialCalls: limitsPerMinuteAndHour(limit('LIMIT_CREDENTIALS_PER_MINUTE'), limit('LIMIT_CREDENTIALS_PER_HOUR')),
    wrongSignIns: limitsPerMinuteAndHour(
      limit('LIMIT_WRONG_SIGN_INS_PER_MINUTE'),
      limit('LIMIT_WRONG_SIGN_INS_PER_HOUR'),
    ),
  };
  const proxyHops = whole('TRUST_PROXY', 10);
  const migrationLockTimeoutMs = whole('MIGRATION_LOCK_TIMEOUT_MS', 600_000, 1);
  const drainDelaySeconds = whole('DRAIN_DELAY_SECONDS', 300);
  const metricsPort = metricsPortOf(env, port, problems);
  const tracesEndpoint = tracesEndpointOf(env, problems);
  const role = env.ROLE || settings.ROLE.default;
  if (!isRole(role)) problems.push(`ROLE must be all, web or worker, not "${role}"`);
  const databaseConnections = whole('DATABASE_CONNECTIONS', 500, 2);
  const databaseWaitMs = whole('LIMIT_DATABASE_WAIT_MS', 60_000, 1_000);
  const workPauseMs = whole('WORK_PAUSE_MS', 60_000, 100);
  const queuePauseMs = whole('QUEUE_PAUSE_MS', 60_000, 500);
  const smtp = smtpSettings(env, problems);
  const oidc = oidcSettings(env, problems);
  const stripe = stripeSettings(env, problems);
  const place = publicSettings(env, { port, hasGateway: stripe !== null, brandHosts: [...hosts.keys()] }, problems);
  const hooks = hookSettings(env, products ?? [], problems);
  const events = sandboxEvents(env.SANDBOX_EVENTS ?? settings.SANDBOX_EVENTS.default, problems);
  // Customers must receive mails about real payments.
  if (stripe && !smtp)
    problems.push('SMTP_URL and MAIL_FROM are missing: with Stripe there is no sandbox mailbox, so set both');
  const databaseTls = env.DATABASE_TLS || settings.DATABASE_TLS.default;
  if (databaseTls !== 'on' && databaseTls !== 'off') problems.push('DATABASE_TLS must be on or off');
  refuseDatabaseAddress('DATABASE_URL', databaseUrl, databaseTls, problems);
  const databaseOwnerUrl = env.DATABASE_OWNER_URL || null;
  refuseDatabaseAddress('DATABASE_OWNER_URL', databaseOwnerUrl, databaseTls, problems);
  if (databaseOwnerUrl && !databaseUrl)
    problems.push(
      'DATABASE_OWNER_URL needs DATABASE_URL too: the address of the same database with the role of the server',
    );
  const databaseSystemUser = env.DATABASE_SYSTEM_USER || null;
  if (databaseSystemUser && !/^[a-z_][\w.-]*$/i.test(databaseSystemUser))
    problems.push('DATABASE_SYSTEM_USER must be the name of a user of this machine, such as foyer');
  // A mail server on this machine counts as a trial, so PUBLIC_URL is not required.
  if (smtp && env.PUBLIC_URL === undefined && !isLocal(URL.parse(smtp.url)?.hostname ?? ''))
    problems.push(
      'PUBLIC_URL is missing: without it, links in mails would lead to localhost. Set the https address of the portal',
    );
  // Demo customers have a published password. By default there are none beside real mails, sign-ins or products.
  const demo = env.DEMO ?? (smtp || oidc || hooks ? '0' : '1');
  if (demo !== '0' && demo !== '1') problems.push('DEMO must be 0 or 1');
  const defaultClaims = claimPaths(
    env.DEFAULT_CLAIMS ?? [...claimsOf(families ?? []), ...OWN_CLAIMS].join(','),
    problems,
  );
  // Demo customers have cards and clocks that exist only in the sandbox.
  const hasDemo = demo === '1' && !stripe;
  const addressChange = env.ADDRESS_CHANGE ?? settings.ADDRESS_CHANGE.default;
  if (addressChange !== 'support' && addressChange !== 'self') problems.push('ADDRESS_CHANGE must be support or self');
  const logLevel = env.LOG_LEVEL ?? settings.LOG_LEVEL.default;
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  const screening = screeningLists(env, problems);
  if (!env.BRANDS && isLive(stripe))
    problems.push(
      'BRANDS is missing: payments need your own payee, not that of the demo. Copy catalog/brands.yaml, write your own and name the file',
    );
  const hasHome = !databaseUrl && !needsDatabase && (mayCreate || isInstalled(home, problems));
  const secret = ownSecret ?? (hasHome ? loadOrCreateSecret(home, problems, { mayCreate: mayCreateSecret }) : '');
  if (problems.length > 0 || !vendor) throw new ConfigRefused(problems);
  return {
    ...place,
    port,
    home,
    databaseUrl,
    databaseUrlFile: environment.DATABASE_URL_FILE || null,
    databaseOwnerUrl,
    databaseOwnerUrlFile: environment.DATABASE_OWNER_URL_FILE || null,
    databaseSystemUser,
    migrationLockTimeoutMs,
    secrets: splitSecrets(secret),
    secretIsLost: lost === '1',
    backupPassphrase,
    smtp,
    oidc,
    stripe,
    hooks,
    productClients: hasDemo && !place.isPublicSandbox ? withDemoClient(productClients) : productClients,
    sandboxEvents: events,
    defaultBrand,
    brandHosts: hosts,
    proxyHops,
    demo: hasDemo,
    defaultClaims,
    addressChange: addressChange as PortalConfig['addressChange'],
    screening,
    logLevel,
    role: role as Role,
    databaseConnections,
    databaseWaitMs,
    workPauseMs,
    queuePauseMs,
    drainDelaySeconds,
    metricsPort,
    tracesEndpoint,
    limits,
    callerLimits,
    catalogueFolder,
    breachedPasswords: env.BREACHED_PASSWORDS ? resolve(env.BREACHED_PASSWORDS) : null,
    webFolder: join(projectFolder, 'apps/web/dist'),
    vendor,
  };
};

/** Fingerprints that checkSecret compares with the database. */
export const secretCheckOf = ({
  secrets: [current, ...earlier],
  secretIsLost,
}: Pick<Config, 'secrets' | 'secretIsLost'>): SecretCheck => ({
  current: fingerprintsOf(current),
  earlier: earlier.flatMap(fingerprintsOf),
  isLost: secretIsLost,
});
