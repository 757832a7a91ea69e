import type { SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Refused } from '../refused.ts';

/**
 * Values that bind a response of the provider to one browser and one sign-in (state of RFC 6749, RFC 7636, OpenID Connect
 * nonce).
 */
export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** User as the provider knows them. */
export interface ProviderUser {
  readonly issuer: string;
  readonly subject: string;
  /** Email address, only if the provider has verified it. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Time of the last sign-in at the provider (`auth_time`); null if it does not say. */
  readonly authenticatedAt: Instant | null;
}

/**
 * Prompt of the provider for a user it remembers. `remembered` shows none, `again` asks for the credentials. `fresh` also
 * requests the time of that sign-in.
 */
export type SignInPrompt = 'remembered' | 'again' | 'fresh';

export interface OidcProvider {
  /** Address of the provider's sign-in page. */
  address(redirectUri: string, request: AuthorizationRequest, prompt: SignInPrompt): Promise<string>;
  /** Redeems the authorization response. Null if it is not the genuine response to this sign-in. */
  redeem(callback: URL, request: AuthorizationRequest): Promise<ProviderUser | null>;
}

/** A sign-in that waits for the provider. */
export interface OidcSignIn {
  readonly destination: string;
  /** Session to confirm. Null: the sign-in begins a new one. */
  readonly sessionId: SessionId | null;
  readonly expiresAt: Instant;
}

/** A failed sign-in at the provider, with its destination for the next try. */
export class SignInRefused extends Refused {
  readonly destination: string;

  constructor(refusal: Refused, destination: string) {
    super(refusal.type, refusal.detail);
    this.cause = refusal;
    this.destination = destination;
  }
}

export interface OidcSignIns {
  begin(id: string, signIn: OidcSignIn, now: Instant): Promise<void>;
  /** Removes and returns a sign-in, so that it is completed once. Null if it is gone or too old. */
  take(id: string, now: Instant): Promise<OidcSignIn | null>;
}

export interface IdentityRows {
  userOfIdentity(issuer: string, subject: string): Promise<UserId | null>;
  addIdentity(issuer: string, subject: string, userId: UserId): Promise<void>;
  /** Records that the user confirmed this session. False if it has ended or is another user's. */
  prove(sessionId: SessionId, userId: UserId, now: Instant): Promise<boolean>;
}
