import type { Language } from '@foyer/contract/vocabulary/languages';

/** Scopes that a product can ask for. `offline_access` gives it refresh tokens. */
export const productScopes = ['openid', 'profile', 'email', 'address', 'offline_access', 'entitlements'] as const;
export type ProductScope = (typeof productScopes)[number];

/** Grants of OAuth that a client may list. Refresh tokens follow from the scope `offline_access`. */
export const productGrantTypes = ['authorization_code', 'client_credentials', 'device_code'] as const;
export type ProductGrantType = (typeof productGrantTypes)[number];

/** Client that a service scope is for: the part before its colon. Its server alone can introspect the token. */
export const receiverOf = (serviceScope: string): string => serviceScope.slice(0, serviceScope.indexOf(':'));

/** A product that signs its users in with OpenID Connect, or a server of the vendor: an entry of `clients.yaml`. */
export interface ProductClient {
  readonly id: string;
  readonly names: Readonly<Record<Language, string>>;
  /** Secret of a confidential client. Null for a public one, such as a desktop program. */
  readonly secret: string | null;
  /** Brand at whose hosts the client signs in. Null: at those of every brand. */
  readonly brand: string | null;
  /** True for the vendor's own product, whose users are not asked for consent. */
  readonly isVendorsOwn: boolean;
  readonly grants: readonly ProductGrantType[];
  readonly scopes: readonly ProductScope[];
  /** Scopes of tokens for servers of the vendor, as `<receiving client>:<name>`. They concern no customer. */
  readonly serviceScopes: readonly string[];
  /** Full addresses that may receive an authorization code. */
  readonly redirectAddresses: readonly string[];
  /** Full addresses to which a browser may return after a sign-out that the product asked for. */
  readonly postLogoutAddresses: readonly string[];
  /** Address that learns of the end of a session (OpenID Connect Back-Channel Logout). Null: the product does not want to. */
  readonly backchannelLogoutAddress: string | null;
}
