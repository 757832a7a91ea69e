import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import * as client from 'openid-client';
import type { OidcProvider, ProviderUser, SignInPrompt } from '../services/oidc/ports.ts';
import { Refused } from '../services/refused.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const TIMEOUT_SECONDS = 5;
const RETRY_AFTER_SECONDS = 5;

/**
 * True if the id token was not signed by a key of the provider. The library shows it only by the members of the inner
 * cause.
 */
const isWronglySigned = (error: unknown): boolean => {
  const { cause: outer } = (error ?? {}) as { cause?: { cause?: unknown } };
  const facts = outer?.cause;
  return typeof facts === 'object' && facts !== null && ['signature', 'header', 'alg'].some((name) => name in facts);
};

/**
 * True if this one sign-in failed: the customer refused, the code was used, or state or nonce belong to another
 * sign-in.
 */
const isOfThisAnswer = (error: unknown): boolean => {
  if (isWronglySigned(error)) return false;
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant';
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
};

/** Error with the kind of fault only. The cause may hold a code or a token (INV-22). */
const fault = (error: unknown): Error => {
  if (isWronglySigned(error))
    return new Error('the sign-in provider: the id token is not signed by a key of the jwks_uri of OIDC_ISSUER');
  const { name, code, error: oauthError } = (error ?? {}) as Readonly<Record<'name' | 'code' | 'error', unknown>>;
  return new Error(
    ['the sign-in provider:', name, code, oauthError].filter((part) => typeof part === 'string').join(' '),
  );
};

const unavailable = (): Refused => new Refused('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const viewUser = (issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): ProviderUser => ({
  issuer,
  subject,
  verifiedEmail: claims.email_verified === true && text(claims.email) !== '' ? text(claims.email) : null,
  firstName: text(claims.given_name) || text(claims.name),
  lastName: text(claims.family_name),
  authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time * SECOND_MS : null,
});

/**
 * Request parameters by prompt. With `max_age` the provider returns the time of the last sign-in (OpenID Connect Core
 * §3.1.2.1).
 */
const promptParameters: Readonly<Record<SignInPrompt, Readonly<Record<string, string>>>> = {
  remembered: {},
  again: { prompt: 'login' },
  fresh: { prompt: 'login', max_age: '0' },
};

/**
 * OpenID provider, found by its issuer (OpenID Connect Discovery) at the first sign-in and then kept. The library checks
 * issuer, audience, times, state and nonce. It checks the signature with the keys of `jwks_uri`, which it keeps for five
 * minutes. `onFault` logs faults of the configuration or provider, such as a wrong secret or signature, or a wrong clock.
 * @param timeoutSeconds limit of each request to the provider
 */
export const makeOidcProvider = (
  { issuer, clientId, clientSecret }: OidcSettings,
  onFault: (error: Error) => void,
  timeoutSeconds = TIMEOUT_SECONDS,
): OidcProvider => {
  const isInsecure = new URL(issuer).protocol === 'http:';
  const execute = [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])];
  let found: Promise<client.Configuration> | null = null;
  const configuration = async (): Promise<client.Configuration> => {
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
    });
    try {
      return await found;
    } catch (error) {
      found = null; // the next sign-in tries again
      onFault(fault(error));
      throw unavailable();
    }
  };
  return {
    address: async (redirectUri, { state, nonce, codeVerifier }, prompt) => {
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...promptParameters[prompt],
      });
      return address.href;
    },
    redeem: async (callback, { state, nonce, codeVerifier }) => {
      const known = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(known, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return null;
        // Many providers leave the address out of the token.
        const userInfo = 'email' in claims ? {} : await client.fetchUserInfo(known, tokens.access_token, claims.sub);
        return viewUser(claims.iss, claims.sub, { ...userInfo, ...claims });
      } catch (error) {
        if (isOfThisAnswer(error)) return null;
        onFault(fault(error));
        throw unavailable();
      }
    },
  };
};
