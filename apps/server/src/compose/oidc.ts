import { randomBytes } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { newId } from '../adapters/new-id.ts';
import { makeOidcProvider, type OidcSettings } from '../adapters/oidc-provider.ts';
import type { Database, Sql } from '../adapters/postgres/database.ts';
import { makeIdentityRows, makeOidcSignIns } from '../adapters/postgres/oidc-store.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { secretFor } from '../config.ts';
import type { BeginSession, Claims, SecurityWrites } from '../services/identity/ports.ts';
import { makeFinishAtProvider, makeStartAtProvider } from '../services/oidc/sign-in-at-provider.ts';
import { makeTies } from '../services/oidc/ties.ts';

export interface OidcParts {
  readonly settings: OidcSettings;
  readonly database: Database;
  readonly inSecurityTransaction: <Rows extends object>(
    rows: (sql: Sql) => Rows,
  ) => <T>(work: (tx: SecurityWrites & Rows) => Promise<T>) => Promise<T>;
  readonly beginSession: BeginSession;
  readonly siteOf: (hostname: string) => { readonly origin: string };
  readonly brandOf: (hostname: string) => string;
  readonly defaultClaims: Claims;
  readonly gateway: string;
  readonly noPassword: string;
  readonly secret: string;
  readonly publicUrl: string;
  readonly wallNow: () => Instant;
}

/** Joins signing in at another provider, which takes the place of our own site (SE-11). */
export const composeOidc = ({ settings, database, inSecurityTransaction, defaultClaims, ...parts }: OidcParts) => {
  const needs = {
    ...parts,
    provider: makeOidcProvider(settings),
    signIns: makeOidcSignIns(database),
    ties: makeTies(secretFor(parts.secret, 'oidc sign-ins')),
    inTransaction: inSecurityTransaction((sql) => ({ ...makeUserRows(sql), ...makeIdentityRows(sql) })),
    newBrowserToken: () => randomBytes(32).toString('base64url'),
    newId,
    claims: defaultClaims,
  };
  return {
    start: makeStartAtProvider(needs),
    finish: makeFinishAtProvider(needs),
    secureCookies: parts.publicUrl.startsWith('https:'),
  };
};
