import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** What ties an answer of the provider to one browser and one sign-in (RFC 6749 state, RFC 7636, OpenID Connect nonce). */
export interface Ties {
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
}

export interface OidcProvider {
  /** Where the browser goes to sign in; with `again` the provider asks even somebody it knows. */
  address(redirectUri: string, ties: Ties, again: boolean): Promise<string>;
  /** Redeems what the browser came back with; null for anything that is not the genuine answer to this sign-in. */
  redeem(callback: URL, ties: Ties): Promise<ProviderUser | null>;
}

export interface OidcSignIns {
  begin(id: string, destination: string, now: Instant, expiresAt: Instant): Promise<void>;
  /** Takes it away, so that it is completed once; null when it is gone or too old. */
  take(id: string, now: Instant): Promise<{ readonly destination: string } | null>;
}

export interface IdentityRows {
  userOfIdentity(issuer: string, subject: string): Promise<UserId | null>;
  addIdentity(issuer: string, subject: string, userId: UserId): Promise<void>;
}
