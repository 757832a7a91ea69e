// A product that signs its users in at Foyer. docs/connect-a-product.md explains it; `npm run example` starts it.
import { randomUUID } from 'node:crypto';
import { createVendorClient, FoyerError, isEntitled, openidIssuer, verifyWebhook, WebhookError } from '@foyer/client';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { button, cookie, escaped, failedSignIn, page, readBody, readCookie, redirect, serve, setting } from './web.mjs';

const [portal, clientId, port, family] = ['PORTAL', 'CLIENT_ID', 'EXAMPLE_PORT', 'FAMILY'].map(setting);
const [clientSecret, key, webhookSecret] = ['CLIENT_SECRET', 'FOYER_KEY', 'WEBHOOK_SECRET'].map(setting);
const at = (path) => `http://127.0.0.1:${port}${path}`;

const issuer = new URL(openidIssuer(portal));
const options = issuer.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {}; // a portal on this machine
const provider = await openid.discovery(issuer, clientId, clientSecret, undefined, options);
const logoutKeys = createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri));
const foyer = createVendorClient({ portal, key });

// A real product keeps these in its database: they survive a restart there, and all its servers see them.
const sessions = new Map(); // value of the cookie → user
const held = new Map(); // account → what it may use
const usedLogoutTokens = new Map(); // `jti` → end of the token, in seconds

/** The list with the higher number is the later one, whether it was pushed or pulled. */
const storeEntitlements = (fresh) => {
  if (fresh.sequence >= (held.get(fresh.accountId)?.sequence ?? 0)) held.set(fresh.accountId, fresh);
};
/** Asks what the account may use. While the portal does not answer, the stored list counts. */
const readEntitlements = async (accountId) => {
  const changed = await foyer.readEntitlements(accountId, held.get(accountId)?.etag).catch((error) => {
    if (!held.has(accountId)) throw error;
  });
  if (changed) storeEntitlements(changed);
  return held.get(accountId).entitlements;
};

const routes = {
  'GET /': async ({ request }) => {
    const user = sessions.get(readCookie(request, 'session'));
    if (!user) return page('<p><a href="/sign-in">Sign in</a></p>');
    const mayUse = isEntitled(await readEntitlements(user.id), family);
    const plan = `<p>Signed in as ${escaped(user.email)}.</p><p>Your plan ${mayUse ? 'has' : 'does not have'} ${family}.</p>`;
    return page(plan + button('/manage', 'Manage plan') + button('/sign-out', 'Sign out'));
  },

  'GET /sign-in': async () => {
    const [state, verifier] = [openid.randomState(), openid.randomPKCECodeVerifier()];
    const address = openid.buildAuthorizationUrl(provider, {
      redirect_uri: at('/callback'),
      scope: 'openid email',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return redirect(address.href, cookie('sign_in', `${state}.${verifier}`, '; Max-Age=1800'));
  },
  'GET /callback': async ({ request, url }) => {
    const [expectedState, pkceCodeVerifier] = readCookie(request, 'sign_in').split('.');
    if (!pkceCodeVerifier) return failedSignIn(new Error('the sign-in began elsewhere, or over half an hour ago'));
    const checks = { expectedState, pkceCodeVerifier };
    const tokens = await openid.authorizationCodeGrant(provider, url, checks).catch((error) => error);
    if (tokens instanceof Error) return failedSignIn(tokens);
    const { sub: id, sid } = tokens.claims();
    const user = { id, sid, idToken: tokens.id_token };
    const session = randomUUID();
    sessions.set(session, user); // before the next call: a session that ends now is removed here or refused there
    const { email } = await openid.fetchUserInfo(provider, tokens.access_token, id).catch((error) => {
      sessions.delete(session);
      throw error;
    });
    user.email = email;
    return redirect('/', cookie('session', session), cookie('sign_in'));
  },
  'POST /sign-out': async ({ request }) => {
    const session = readCookie(request, 'session');
    const hint = sessions.get(session)?.idToken;
    if (!sessions.delete(session)) return redirect('/');
    const parameters = { id_token_hint: hint, post_logout_redirect_uri: at('/') };
    return redirect(openid.buildEndSessionUrl(provider, parameters).href, cookie('session'));
  },

  /** The portal says that a session has ended (OpenID Connect Back-Channel Logout). */
  'POST /logout': async ({ request }) => {
    const token = new URLSearchParams(await readBody(request)).get('logout_token') ?? '';
    const required = { typ: 'logout+jwt', algorithms: ['ES256'], requiredClaims: ['iat', 'exp', 'jti', 'sid'] };
    const { payload } = await jwtVerify(token, logoutKeys, { issuer: issuer.href, audience: clientId, ...required });
    const isLogout = payload.events?.['http://schemas.openid.net/event/backchannel-logout'] && !('nonce' in payload);
    if (!isLogout || usedLogoutTokens.has(payload.jti)) throw new errors.JWTInvalid('no logout token, or a used one');
    for (const [jti, end] of usedLogoutTokens) if (end * 1000 < Date.now()) usedLogoutTokens.delete(jti);
    usedLogoutTokens.set(payload.jti, payload.exp);
    for (const [session, { sid }] of sessions) if (sid === payload.sid) sessions.delete(session);
    return { status: 204 };
  },

  'POST /manage': async ({ request }) => {
    const user = sessions.get(readCookie(request, 'session'));
    if (!user) return redirect('/sign-in');
    const order = { task: 'plans', family, returnAddress: at('/') };
    const { url } = await foyer.createPortalLink(user.id, order).catch(async (error) => {
      if (error.code !== 'not_linked') throw error;
      // Once for each account. A real product sends the id of the customer in the vendor's own books.
      await foyer.findOrCreateCustomer({ externalId: `example-${user.id}`, email: user.email });
      return foyer.createPortalLink(user.id, order);
    });
    return redirect(url);
  },

  /** The portal says what an account may use from now on. */
  'POST /webhook': async ({ request }) => {
    const message = { headers: request.headers, body: await readBody(request) };
    const { id, type, data } = await verifyWebhook(message, { secrets: [webhookSecret] });
    if (type !== 'entitlement.changed') return { status: 204 }; // a test of an operator
    if (data.product === family) storeEntitlements(data); // it has the entitlements of this family alone
    console.log(`Webhook ${id}: ${data.accountId} has sequence ${data.sequence}.`);
    return { status: 204 };
  },
};

serve(routes, port, (error) => {
  if (error instanceof WebhookError || error instanceof errors.JOSEError || error instanceof RangeError) return 400;
  return error instanceof FoyerError ? 502 : 500;
});
