import { randomBytes } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { newId } from '../adapters/new-id.ts';
import { makeOidcProvider, type OidcSettings } from '../adapters/oidc-provider.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeIdentityRows, makeOidcSignIns } from '../adapters/postgres/oidc-store.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { deriveKeys } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import type { BeginSession, Claims, RenewInAddress } from '../services/identity/ports.ts';
import { makeFinishAtProvider, makeStartAtProvider } from '../services/oidc/sign-in-at-provider.ts';
import { makeTies } from '../services/oidc/ties.ts';
import type { InSecurityTransaction } from './needs.ts';

export interface OidcParts {
  readonly settings: OidcSettings;
  readonly database: Database;
  readonly inSecurityTransaction: InSecurityTransaction;
  readonly beginSession: BeginSession;
  readonly renewInAddress: RenewInAddress;
  readonly siteOf: (hostname: string) => { readonly origin: string };
  readonly brandOf: (hostname: string) => string;
  readonly defaultClaims: Claims;
  readonly gateway: string;
  readonly noPassword: string;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly wallNow: () => Instant;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Joins signing in at another provider, which takes the place of our own site (SE-11). */
export const composeOidc = ({
  settings,
  database,
  inSecurityTransaction,
  defaultClaims,
  onFault,
  ...parts
}: OidcParts) => {
  const needs = {
    ...parts,
    provider: makeOidcProvider(settings, (error) => onFault(error, 'sign-in at the OpenID provider')),
    signIns: makeOidcSignIns(database),
    ties: makeTies(deriveKeys(parts.secrets, 'oidc sign-ins')),
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
