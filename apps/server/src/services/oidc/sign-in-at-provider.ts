import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { isBlank, withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { isEmailAddress, tidyEmail } from '@foyer/domain/identity/email-address';
import { provesPresence } from '@foyer/domain/identity/step-up';
import type { UserRows } from '../credentials/ports.ts';
import type { BeginSession, Claims, Origin, RenewInAddress, SecurityWrites } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { AuthorizationRequestFactory } from './authorization-request.ts';
import { intakeAddress } from './destination.ts';
import {
  type IdentityRows,
  type OidcProvider,
  type OidcSignIn,
  type OidcSignIns,
  type ProviderUser,
  type SignInPrompt,
  SignInRefused,
} from './ports.ts';

const SIGN_IN_LIFE_MS = 10 * MINUTE_MS;
const MAX_NAME = 100;

type Tx = SecurityWrites & Pick<UserRows, 'insertUser' | 'userOf' | 'setVerified'> & IdentityRows;

interface Dependencies {
  readonly provider: OidcProvider;
  readonly signIns: OidcSignIns;
  readonly authorizationRequests: AuthorizationRequestFactory;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly beginSession: BeginSession;
  readonly renewInAddress: RenewInAddress;
  /** Site of a host name: that of the call if Foyer serves it, otherwise that of PUBLIC_URL. */
  readonly siteOf: (hostname: string) => { readonly origin: string };
  readonly newBrowserToken: () => string;
  readonly brandOf: (hostname: string) => string;
  readonly claims: Claims;
  readonly gateway: string;
  /** Hash that no password matches. */
  readonly noPassword: string;
}

const CALLBACK = '/api/auth/oidc/callback';

export interface Start {
  readonly destination: string;
  readonly prompt: SignInPrompt;
  readonly hostname: string;
  /** Session to confirm; null for a sign-in. */
  readonly sessionId: SessionId | null;
}

/** Returns the address of the provider. The browser must bring `browserToken` back (OpenID Connect Core §3.1, RFC 7636). */
export const makeStartAtProvider =
  ({ wallNow }: Platform, { provider, signIns, authorizationRequests, siteOf, newBrowserToken }: Dependencies) =>
  async ({ destination, prompt, hostname, sessionId }: Start): Promise<{ address: string; browserToken: string }> => {
    const browserToken = newBrowserToken();
    const address = await provider.address(
      `${siteOf(hostname).origin}${CALLBACK}`,
      authorizationRequests.requestOf(browserToken),
      prompt,
    );
    const now = wallNow();
    const signIn = { destination, sessionId, expiresAt: now + SIGN_IN_LIFE_MS };
    await signIns.begin(authorizationRequests.idOf(browserToken), signIn, now);
    return { address, browserToken };
  };

/** Cleans a name as the registration form does, because a provider may send any text. Empty if nothing visible is left. */
const tidyName = (text: string): string => {
  const name = withoutHidden(text)
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return isBlank(name) ? '' : [...name].slice(0, MAX_NAME).join('');
};

/** Creates an account for a new user. The provider has verified the address already. */
const register = async (
  platform: Platform,
  needs: Dependencies,
  tx: Tx,
  user: ProviderUser & { readonly email: string },
  origin: Origin,
  hostname: string,
): Promise<UserId> => {
  const userId: UserId = platform.newId('user');
  const accountId: AccountId = platform.newId('account');
  const now = platform.wallNow();
  const isNew = await tx.insertUser({
    accountId,
    userId,
    brand: needs.brandOf(hostname),
    gateway: needs.gateway,
    email: user.email,
    firstName: tidyName(user.firstName),
    lastName: tidyName(user.lastName),
    language: origin.language,
    passwordHash: needs.noPassword,
    claims: needs.claims,
    now,
  });
  // Another call took the address since it was looked up.
  if (!isNew) throw new Refused('OPERATION_IN_PROGRESS');
  await tx.setVerified(userId, now);
  await tx.record({ ...origin, type: 'registered', accountId, sessionId: null });
  return userId;
};

/**
 * Returns the user of a provider's user. First it looks for the link by issuer and subject. Otherwise it links the account
 * with the verified address, or creates one. An address that is unverified on either side links nothing: a stranger who
 * registered it first would share the account with its owner.
 */
const findOrRegister = async (
  platform: Platform,
  needs: Dependencies,
  user: ProviderUser,
  origin: Origin,
  hostname: string,
): Promise<UserId> => {
  const { issuer, subject, verifiedEmail } = user;
  return needs.inTransaction(async (tx) => {
    const linked = await tx.userOfIdentity(issuer, subject);
    if (linked !== null) return linked;
    const email = tidyEmail(verifiedEmail ?? '');
    if (!isEmailAddress(email)) throw new Refused('INVALID_EMAIL');
    const known = await tx.userOf(email);
    if (known !== null) {
      const locked = await tx.lockUser(known);
      // The account was closed during the wait for the lock, so it gets no link (INV-27). The next try creates a new account.
      if (!locked) throw new Refused('OPERATION_IN_PROGRESS');
      if (locked.emailVerifiedAt === null) throw new Refused('INVALID_USER');
    }
    const userId = known ?? (await register(platform, needs, tx, { ...user, email }, origin, hostname));
    await tx.addIdentity(issuer, subject, userId);
    return userId;
  });
};

export interface Callback {
  /** Query of the callback. */
  readonly query: string;
  readonly hostname: string;
  readonly browserToken: string | undefined;
  /** Mark of the tab that began the sign-in; empty if it has none. */
  readonly mark: string;
  readonly device: string | undefined;
}

/**
 * Confirms the session that asked, if its own user has just signed in at the provider (SC-02). Returns its new refresh token.
 * It begins no session and creates no account. A response of another user, or of a remembered sign-in, changes nothing.
 */
const prove = async (
  platform: Platform,
  needs: Dependencies,
  begun: OidcSignIn,
  sessionId: SessionId,
  { issuer, subject, authenticatedAt }: ProviderUser,
): Promise<string> => {
  if (!provesPresence(authenticatedAt, begun.expiresAt - SIGN_IN_LIFE_MS))
    throw new Refused('INVALID_TOKEN', { status: 400 });
  const now = platform.wallNow();
  return needs.inTransaction(async (tx) => {
    const userId = await tx.userOfIdentity(issuer, subject);
    if (userId === null || !(await tx.prove(sessionId, userId, now)))
      throw new Refused('INVALID_CREDENTIALS', { code: 'somebody_else' });
    return needs.renewInAddress(tx, sessionId, now);
  });
};

/** Completes a sign-in with the response of the provider. */
const complete = async (
  platform: Platform,
  needs: Dependencies,
  begun: OidcSignIn,
  { query, hostname, browserToken, mark, device }: Callback & { readonly browserToken: string },
  origin: Origin,
  now: Instant,
): Promise<{ address: string; device: string | null }> => {
  const site = needs.siteOf(hostname).origin;
  const callback = new URL(`${site}${CALLBACK}?${query}`);
  const user = await needs.provider.redeem(
    callback,
    needs.authorizationRequests.requestOf(browserToken, callback.searchParams.get('state')),
  );
  if (!user) throw new Refused('INVALID_TOKEN', { status: 400 });
  if (begun.sessionId !== null) {
    const refreshToken = await prove(platform, needs, begun, begun.sessionId, user);
    return { address: intakeAddress(site, begun.destination, refreshToken, mark), device: null };
  }
  const userId = await findOrRegister(platform, needs, user, origin, hostname);
  const session = await needs.beginSession(userId, 'provider', device, origin, now);
  return { address: intakeAddress(site, begun.destination, session.refreshToken, mark), device: session.device };
};

/**
 * Completes a sign-in at the provider: once, in the browser that began it, within ten minutes. Returns the address of the
 * portal's intake, which opens the page that asked. Throws `SignInRefused` once the destination is known.
 */
export const makeFinishAtProvider =
  (platform: Platform, needs: Dependencies) =>
  async (
    { browserToken, ...callback }: Callback,
    origin: Origin,
  ): Promise<{ address: string; device: string | null }> => {
    const now = platform.wallNow();
    const begun = browserToken ? await needs.signIns.take(needs.authorizationRequests.idOf(browserToken), now) : null;
    if (!begun || !browserToken) throw new Refused('INVALID_TOKEN', { status: 400 });
    try {
      return await complete(platform, needs, begun, { ...callback, browserToken }, origin, now);
    } catch (error) {
      throw error instanceof Refused ? new SignInRefused(error, begun.destination) : error;
    }
  };
