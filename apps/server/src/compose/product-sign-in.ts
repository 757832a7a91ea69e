import { makePostHook } from '../adapters/hooks/post-hook.ts';
import { makeAuthorizationRequests } from '../adapters/openid/authorization-requests.ts';
import { makeCutScopes } from '../adapters/openid/current-scopes.ts';
import { makeDeviceRequests } from '../adapters/openid/device-requests.ts';
import { issuerAt, makeProviders } from '../adapters/openid/providers.ts';
import { makeRecordAdapter, requestKindAt } from '../adapters/openid/record-adapter.ts';
import { makeSignLogoutToken } from '../adapters/openid/sign-logout-token.ts';
import { makeSignOutRequests } from '../adapters/openid/sign-out-requests.ts';
import { makeSigningKeys } from '../adapters/openid/signing-keys.ts';
import { makeClaimedUsers } from '../adapters/postgres/claimed-users.ts';
import { makeOpenidRecords } from '../adapters/postgres/openid-records.ts';
import {
  makeProductAccess,
  makeProductAccessEnding,
  makeProductGrants,
  makeProductLogouts,
} from '../adapters/postgres/product-grants.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { makeSigningKeyRows } from '../adapters/postgres/signing-keys.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { mailBrand } from '../brands.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import { openidErrorPage } from '../http/openid-error-page.ts';
import { counterKeyOf } from '../services/keyed-hash.ts';
import type { RelyingPartyOf } from '../services/passkeys/relying-party.ts';
import { makeAnswerDevice } from '../services/product-sign-in/answer-device.ts';
import { makeAnswerRequest } from '../services/product-sign-in/answer-request.ts';
import { ONE_FACTOR, TWO_FACTORS } from '../services/product-sign-in/authentication.ts';
import { makeReadClaims } from '../services/product-sign-in/claims.ts';
import { makeDecideRequest } from '../services/product-sign-in/decide-request.ts';
import { makeEndProductAccess, makeListProducts } from '../services/product-sign-in/product-access.ts';
import { makeReadSignOut } from '../services/product-sign-in/read-sign-out.ts';
import { makeSendLogouts } from '../services/product-sign-in/send-logouts.ts';
import { makeConsumeRateLimit } from '../services/rate-windows/consume-rate-limit.ts';
import type { Base } from './base.ts';

/** Path of an authorization request that waits for its user. Its cookie is sent to this path only. */
const authorizationRequestPath = (id: string): string => `/api/auth/authorization-requests/${id}`;

/** Connects the OpenID provider at which the vendor's products sign their users in. */
export const composeProductSignIn = (base: Base, siteOf: RelyingPartyOf) => {
  const { platform, database, secrets, onFault, productClients: clients } = base;
  const grants = makeProductGrants(database);
  const signOutRequests = makeSignOutRequests(database);
  const cutScopes = makeCutScopes(clients);
  const hostOf = (hostname: string) => siteOf(hostname).id;
  const readClaims = makeReadClaims(platform, { reads: base.reads, users: makeClaimedUsers(database) });
  const signingKeys = makeSigningKeys({
    rows: makeSigningKeyRows(database),
    box: makeSecretBox(deriveKeys(secrets, 'secret box')),
  });
  const providerOf = makeProviders({
    signingKeys,
    siteOf,
    clientsAt: (host) => clients.filter(({ brand }) => brand === null || brand === base.brandOf(host)),
    adapterFor: makeRecordAdapter(database, grants, cutScopes),
    cookieKeys: deriveKeys(secrets, 'openid cookies').map((key) => key.export().toString('base64url')),
    claimsOf: readClaims,
    acrValues: [ONE_FACTOR, TWO_FACTORS],
    requestPath: authorizationRequestPath,
    signOutPage: async (host, request) => `/#/signout/${await signOutRequests.store(host, request)}`,
    errorPage: openidErrorPage,
    onFault: (error) => onFault(error, 'a call of a product to the OpenID provider'),
  });
  const decide = makeDecideRequest(platform, { grants, hostOf });
  const counterKey = deriveKey(base.secrets[0], 'rate windows');
  const service = {
    providerOf,
    answerRequest: makeAnswerRequest({
      requests: makeAuthorizationRequests(providerOf, (hostname) =>
        makeOpenidRecords(database, requestKindAt(hostOf(hostname))),
      ),
      clients,
      decide,
    }),
    answerDevice: makeAnswerDevice(platform, {
      requests: makeDeviceRequests(database, hostOf, cutScopes),
      clients,
      decide,
      consume: (key, now, limits) =>
        database.transaction((sql) => makeConsumeRateLimit(makeRateWindows(sql))(key, now, limits)),
      counterKey: (what, whom) => counterKeyOf(counterKey, what, whom),
    }),
    listProducts: makeListProducts({
      access: makeProductAccess(database),
      clients,
      brandName: (brand) => mailBrand(base.vendor, brand, '').name,
    }),
    endProductAccess: makeEndProductAccess({
      inTransaction: base.inSecurityTransaction(makeProductAccessEnding),
      clients,
    }),
    readSignOut: makeReadSignOut({ requests: signOutRequests, grants, clients, hostOf }),
  };
  return {
    /** Null without products, so that nothing of the provider is served. */
    service: clients.length === 0 ? null : service,
    sendLogouts: makeSendLogouts(platform, {
      logouts: makeProductLogouts(database),
      clients,
      sign: makeSignLogoutToken({ signingKeys, issuerOf: (host) => issuerAt(siteOf(host)), wallNow: base.wallNow }),
      post: makePostHook(),
    }),
  };
};
