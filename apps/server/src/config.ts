import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type BrandKey, defaultBrands } from './brands.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly home: string;
  /** The operator's own server; null means the embedded one. */
  readonly databaseUrl: string | null;
  readonly secret: string;
  readonly publicUrl: string;
  readonly defaultBrand: BrandKey;
  /** Host names that belong to a brand; any other host shows the default one (SH-17). */
  readonly brandHosts: Readonly<Record<string, BrandKey>>;
  readonly developmentHosts: readonly string[];
  /** How many proxies stand before us; only they may say where a call came from. */
  readonly proxyHops: number;
  readonly demo: boolean;
  readonly logLevel: string;
  readonly limits: { readonly perAddress: number; readonly perAccount: number; readonly writesPerAccount: number };
  readonly catalogueFolder: string;
  readonly webFolder: string;
  readonly brands: Readonly<Record<BrandKey, PortalConfig['brand']>>;
}

/** Everything that is wrong with the environment, in one message. */
export class ConfigRefused extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigRefused';
  }
}

const DEFAULT_PORT = 4000;
const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const SECRET_LENGTH = 32;

/**
 * The secret that signs tokens. The operator sets it; the embedded default makes one at the first start and keeps it
 * beside the data, readable for its owner only. It appears under its name only when it is whole on the disk.
 */
const keptSecret = (home: string, problems: string[]): string => {
  const file = join(home, 'secret');
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SECRET_LENGTH) {
    problems.push(
      `The file ${file} must hold a secret of at least ${SECRET_LENGTH} characters. Remove it to get a new one; everybody then signs in again`,
    );
  }
  return secret;
};

const brandHosts = (text: string, problems: string[]): Record<string, BrandKey> => {
  const hosts: Record<string, BrandKey> = {};
  for (const pair of text.split(',').filter(Boolean)) {
    const [host, brand] = pair.split('=');
    if (host && (brand === 'scope' || brand === 'drive')) hosts[host.toLowerCase()] = brand;
    else problems.push(`BRAND_HOSTS: "${pair}" is not host=scope or host=drive`);
  }
  return hosts;
};

/** Reads the environment, once; the only place that does (style.md §1). */
export const readConfig = (env: NodeJS.ProcessEnv, projectFolder: string): Config => {
  const problems: string[] = [];
  const whole = (name: string, fallback: number, max: number): number => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < 0 || value > max)
      problems.push(`${name} must be a whole number up to ${max}, not "${text}"`);
    return value;
  };
  const port = whole('PORT', DEFAULT_PORT, 65_535);
  const home = resolve(env.FOYER_HOME ?? join(projectFolder, '.foyer'));
  const defaultBrand = env.DEFAULT_BRAND ?? 'scope';
  if (defaultBrand !== 'scope' && defaultBrand !== 'drive') problems.push('DEFAULT_BRAND must be scope or drive');
  const databaseUrl = env.DATABASE_URL || null;
  const ownSecret = env.FOYER_SECRET;
  if (databaseUrl && !ownSecret)
    problems.push('FOYER_SECRET is missing: with a database of your own, set a secret of at least 32 characters');
  if (ownSecret !== undefined && ownSecret.length < SECRET_LENGTH)
    problems.push('FOYER_SECRET must have at least 32 characters');
  const hosts = brandHosts(env.BRAND_HOSTS ?? 'scope.localhost=scope,drive.localhost=drive', problems);
  const limits = {
    perAddress: whole('LIMIT_REQUESTS_PER_ADDRESS', 300, 10_000_000),
    perAccount: whole('LIMIT_REQUESTS_PER_ACCOUNT', 120, 10_000_000),
    writesPerAccount: whole('LIMIT_WRITES_PER_ACCOUNT', 30, 10_000_000),
  };
  const proxyHops = whole('TRUST_PROXY', 0, 10);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');
  if (!/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    problems.push('PUBLIC_URL must be an http or https address');
  if (databaseUrl && !/^postgres(ql)?:$/.test(URL.parse(databaseUrl)?.protocol ?? '')) {
    problems.push('DATABASE_URL must begin with postgresql://');
  }
  const demo = env.DEMO ?? '1';
  if (demo !== '0' && demo !== '1') problems.push('DEMO must be 0 or 1');
  const logLevel = env.LOG_LEVEL ?? 'info';
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  const catalogueFolder = resolve(env.CATALOGUE ?? join(projectFolder, 'catalog'));
  if (!existsSync(join(catalogueFolder, 'plans.yaml')))
    problems.push(`CATALOGUE: there is no plans.yaml in ${catalogueFolder}`);
  const secret = ownSecret ?? (databaseUrl ? '' : keptSecret(home, problems));
  if (problems.length > 0) throw new ConfigRefused(problems);
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    home,
    databaseUrl,
    secret,
    publicUrl,
    defaultBrand: defaultBrand as BrandKey,
    brandHosts: hosts,
    developmentHosts: (env.DEVELOPMENT_HOSTS ?? 'localhost,127.0.0.1,scope.localhost,drive.localhost').split(','),
    proxyHops,
    demo: demo === '1',
    logLevel,
    limits,
    catalogueFolder,
    webFolder: join(projectFolder, 'apps/web/dist'),
    brands: defaultBrands,
  };
};

/** One key per purpose, made from the one secret. */
export const secretFor = (secret: string, purpose: string): string =>
  createHash('sha256').update(`${purpose}:${secret}`).digest('base64url');
