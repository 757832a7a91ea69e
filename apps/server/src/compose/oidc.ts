import { randomBytes } from 'node:crypto';
import { makeOidcProvider, type OidcSettings } from '../adapters/oidc-provider.ts';
import { makeIdentityRows, makeOidcSignIns } from '../adapters/postgres/oidc-store.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { deriveKeys } from '../derive-keys.ts';
import type { BeginSession } from '../services/identity/ports.ts';
import { makeRenewInAddress } from '../services/identity/renew-tokens.ts';
import { makeAuthorizationRequests } from '../services/oidc/authorization-request.ts';
import { makeFinishAtProvider, makeStartAtProvider } from '../services/oidc/sign-in-at-provider.ts';
import type { RelyingPartyOf } from '../services/passkeys/relying-party.ts';
import type { Base } from './base.ts';

/** Connects the sign-in at an external provider, which replaces the built-in one (SE-11). */
export const composeOidc = (
  base: Base,
  settings: OidcSettings,
  parts: { readonly beginSession: BeginSession; readonly siteOf: RelyingPartyOf },
) => {
  const { platform, database, secrets, onFault } = base;
  const needs = {
    ...base,
    ...parts,
    gateway: base.gateway.name,
    noPassword: base.hasher.decoy,
    renewInAddress: makeRenewInAddress(base.tokens),
    provider: makeOidcProvider(settings, (error) => onFault(error, 'sign-in at the OpenID provider')),
    signIns: makeOidcSignIns(database),
    authorizationRequests: makeAuthorizationRequests(deriveKeys(secrets, 'oidc sign-ins')),
    inTransaction: base.inSecurityTransaction((sql) => ({ ...makeUserRows(sql), ...makeIdentityRows(sql) })),
    newBrowserToken: () => randomBytes(32).toString('base64url'),
    claims: base.defaultClaims,
  };
  return {
    start: makeStartAtProvider(platform, needs),
    finish: makeFinishAtProvider(platform, needs),
    /** False only for a portal without TLS, on a developer's machine. */
    secureCookies: base.publicUrl.startsWith('https:'),
  };
};
