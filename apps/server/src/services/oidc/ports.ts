import type { SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Refused } from '../refused.ts';

/** What request an answer of the provider to one browser and one sign-in (RFC 6749 state, RFC 7636, OpenID Connect nonce). */
export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Somebody as the provider knows them. */
export interface ProviderUser {
  readonly issuer: string;
  readonly subject: string;
  /** Only one that the provider says it has verified. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** When they last gave proof of themselves there (`auth_time`); null when the provider does not say. */
  readonly authenticatedAt: Instant | null;
}

/**
 * How the provider shall treat somebody it remembers: `remembered` lets them through, `again` asks them, `fresh` also
 * wants to be told when they answered.
 */
export type Asking = 'remembered' | 'again' | 'fresh';

export interface OidcProvider {
  /** Where the browser goes to sign in. */
  address(redirectUri: string, request: AuthorizationRequest, asking: Asking): Promise<string>;
  /** Redeems what the browser came back with; null for anything that is not the genuine answer to this sign-in. */
  redeem(callback: URL, request: AuthorizationRequest): Promise<ProviderUser | null>;
}

/** A sign-in that is at the provider just now. */
export interface OidcSignIn {
  readonly destination: string;
  /** The session it proves, instead of beginning one. */
  readonly sessionId: SessionId | null;
  readonly expiresAt: Instant;
}

/** A sign-in that came back from the provider and did not work: where it was to lead, so that the next try leads there. */
export class SignInRefused extends Refused {
  readonly destination: string;

  constructor(why: Refused, destination: string) {
    super(why.type, why.detail);
    this.cause = why;
    this.destination = destination;
  }
}

export interface OidcSignIns {
  begin(id: string, signIn: OidcSignIn, now: Instant): Promise<void>;
  /** Takes it away, so that it is completed once; null when it is gone or too old. */
  take(id: string, now: Instant): Promise<OidcSignIn | null>;
}

export interface IdentityRows {
  userOfIdentity(issuer: string, subject: string): Promise<UserId | null>;
  addIdentity(issuer: string, subject: string, userId: UserId): Promise<void>;
  /** Notes that the user proved this session; false when it is not theirs or has ended. */
  prove(sessionId: SessionId, userId: UserId, now: Instant): Promise<boolean>;
}
