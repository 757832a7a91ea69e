import { idPrefix } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { IdentityStore, MeRow, Principal, SessionPrincipal } from './ports.ts';
import type { AccessClaims, Tokens } from './tokens.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'principal' | 'me' | 'viewPrincipal' | 'viewMe'>;
  readonly tokens: Pick<Tokens, 'readAccess'>;
}

/** True for the token of an operator's read-only view, false for that of a customer's session (decision 35). */
const isView = (id: string): boolean => id.startsWith(`${idPrefix.operatorView}_`);

/** Checks signature and times before the database is read. A forged token is INVALID_TOKEN, an expired one UNAUTHORIZED. */
const checkToken = ({ wallNow }: Platform, { tokens }: Dependencies, accessToken: string | undefined): AccessClaims => {
  if (accessToken === undefined || accessToken === '') throw new Refused('UNAUTHORIZED');
  const claims = tokens.readAccess(accessToken);
  if (!claims) throw new Refused('INVALID_TOKEN');
  if (wallNow() >= claims.expiresAt) throw new Refused('UNAUTHORIZED');
  return claims;
};

/**
 * Refuses an access token from before a change of credentials (INV-14). UNAUTHORIZED, not INVALID_TOKEN: another tab of the
 * owner then looks for the new tokens instead of signing out.
 */
const refuseEarlierFamily = (claims: AccessClaims, { firstGeneration }: SessionPrincipal): void => {
  if (claims.generation < firstGeneration) throw new Refused('UNAUTHORIZED');
};

/**
 * Returns the principal of an access token. It reads the session each time, so an ended session is refused at once (INV-13).
 * Claims come from the row, so a withdrawn claim is gone at once.
 */
export const makeAuthenticate =
  (platform: Platform, needs: Dependencies) =>
  async (accessToken: string | undefined): Promise<Principal> => {
    const claims = checkToken(platform, needs, accessToken);
    const { sessionId: id } = claims;
    const principal = await (isView(id) ? needs.store.viewPrincipal(id) : needs.store.principal(id));
    if (principal?.userId !== claims.userId) throw new Refused('INVALID_TOKEN');
    refuseEarlierFamily(claims, principal);
    return principal;
  };

/** Authenticates a caller and loads the data of `GET me`, in one statement. */
export const makeLoadMe =
  (platform: Platform, needs: Dependencies) =>
  async (accessToken: string | undefined): Promise<{ me: MeRow; issuedAt: Instant }> => {
    const claims = checkToken(platform, needs, accessToken);
    const { sessionId: id } = claims;
    const me = await (isView(id) ? needs.store.viewMe(id) : needs.store.me(id));
    if (me?.userId !== claims.userId) throw new Refused('INVALID_TOKEN');
    refuseEarlierFamily(claims, me);
    return { me, issuedAt: claims.issuedAt };
  };
