import type { SignInMethod } from '@foyer/contract/api/activity';
import type { AccountId, SessionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';

/** Authorization request of a product that waits until its user has signed in here. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Greatest age of the sign-in (`max_age`). Null: any. */
  readonly maxAgeMs: number | null;
  readonly prompts: readonly string[];
  /** Subject of `id_token_hint`. Null without a hint. */
  readonly expectedSubject: AccountId | null;
  readonly askedAt: Instant;
}

/** Names one request and the browser that answers it. */
export interface RequestKey {
  readonly id: string;
  /** Host name of the call, whose issuer received the request. */
  readonly hostname: string;
  /** Header `Cookie` of the call. It proves that this browser began the request. */
  readonly cookies: string | undefined;
}

/** How a user signed in, as ID tokens say it. */
export interface Authentication {
  readonly at: Instant;
  readonly acr: string;
  readonly amr: readonly string[];
}

export type RequestResult =
  | { readonly accountId: AccountId; readonly grantId: string; readonly authentication: Authentication }
  | { readonly error: 'access_denied' | 'login_required' };

export interface AuthorizationRequests {
  /** Returns a waiting request. Null if it has expired, was answered, or began in another browser. */
  find(key: RequestKey): Promise<AuthorizationRequest | null>;
  /** Stores the answer and returns the address at which the browser goes on. */
  answer(key: RequestKey, result: RequestResult): Promise<string>;
}

/** Requests of devices, by the code that their users type (RFC 8628). */
export interface DeviceRequests {
  /** Returns a waiting request. Null if it has expired, was answered, or came to another host. */
  find(hostname: string, userCode: string): Promise<AuthorizationRequest | null>;
  /** Stores the answer, which the device polls. False if another answer was faster. */
  answer(hostname: string, userCode: string, result: RequestResult, scopes: readonly string[]): Promise<boolean>;
}

export interface NewGrant {
  readonly id: string;
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
  readonly clientId: string;
  /** Host name at which the user signed in. */
  readonly host: string;
  readonly scopes: readonly string[];
  /** Scopes that the user has allowed, now or at an earlier sign-in. Empty for a product that asks no question. */
  readonly consentedScopes: readonly string[];
}

/** Grant that is valid: neither it nor its session has ended. */
export interface LiveGrant extends Omit<NewGrant, 'consentedScopes'> {
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export interface ProductGrants {
  /** Returns how the user of a session signed in. Null if the session has ended. */
  authenticationOf(sessionId: SessionId): Promise<{
    readonly signedInAt: Instant;
    readonly provedAt: Instant | null;
    readonly method: SignInMethod | null;
  } | null>;
  /**
   * Stores a grant, or adds the scopes to that of the session and client. With `onlyIfConsented` it does so only if the
   * user has allowed all of `consentedScopes` before, in sessions that are still known, and has not removed them.
   */
  grant(
    grant: NewGrant,
    condition: { readonly onlyIfConsented: boolean },
  ): Promise<{ readonly id: string } | 'session_ended' | 'no_consent'>;
  live(id: string): Promise<LiveGrant | null>;
  /** Returns the session of a grant of this client, also of one that has ended. */
  sessionOf(id: string, clientId: string): Promise<SessionId | null>;
  /** Ends a grant and deletes its codes and tokens. */
  end(id: string): Promise<void>;
}

/** Access of a product to an account, in all its sessions that are still known and whose access was not removed. */
export interface GrantedProduct {
  readonly clientId: string;
  /** Whether a grant is valid. */
  readonly isSignedIn: boolean;
  /** Scopes of valid grants. */
  readonly scopes: readonly string[];
  /** Scopes that the user has allowed, in all grants together. */
  readonly consentedScopes: readonly string[];
  /** Oldest grant that is still known. Grants of sessions that ended are deleted after a while. */
  readonly firstGivenAt: Instant;
  readonly lastUsedAt: Instant;
}

export interface ProductAccess {
  /** Returns the products with a grant that was not removed, the last used first. */
  ofAccount(accountId: AccountId): Promise<GrantedProduct[]>;
}

/** Access that a removal has ended. */
export interface EndedAccess {
  /** Whether a grant was valid until then. */
  readonly wasSignedIn: boolean;
  /** Scopes that the user had allowed, in all grants together. */
  readonly consentedScopes: readonly string[];
}

export interface ProductAccessEnding {
  /** Revokes all grants of the client for the account: ends them with their tokens, and makes their logouts due. */
  endProduct(accountId: AccountId, clientId: string): Promise<EndedAccess>;
}

/** Sign-out that a product asked for (OpenID Connect RP-Initiated Logout), after its check by the OpenID library. */
export interface SignOutRequest {
  /** Client that the ID token or the parameter `client_id` names. Null without both. */
  readonly clientId: string | null;
  /** Grant of the ID token in `id_token_hint`. Null without a hint. */
  readonly grantId: string | null;
  /** Registered address to which the browser returns, with the `state` of the product. Null: it stays at the portal. */
  readonly address: string | null;
}

export interface SignOutRequests {
  /** Stores a request and returns its id. */
  store(host: string, request: SignOutRequest): Promise<string>;
  /** Returns a request of a host. Null if it has expired. */
  find(host: string, id: string): Promise<SignOutRequest | null>;
}

/** User of an account, as claims name them. The address is the current one. */
export interface ClaimedUser {
  readonly email: string;
  readonly emailVerifiedAt: Instant | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly address: ClaimedAddress | null;
}

export interface ClaimedAddress {
  readonly country: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

export interface ClaimedUsers {
  /** Returns the user of an account. Null if the account is closed. */
  ofAccount(accountId: AccountId): Promise<ClaimedUser | null>;
}

/** End of a session that a product must learn of. */
export interface DueLogout {
  readonly grantId: string;
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly host: string;
  /** Tries including this one. */
  readonly tries: number;
}

export interface ProductLogouts {
  /** Claims logouts that are due. Each is due again after a while that grows with its tries, unless it is closed. */
  claim(limit: number): Promise<DueLogout[]>;
  /** Closes a logout that the product has confirmed, or that is given up. */
  close(grantId: string): Promise<void>;
}

/** Signs the logout token of a grant (OpenID Connect Back-Channel Logout, 2.4). */
export type SignLogoutToken = (logout: DueLogout) => Promise<string>;
