/** Messages to and from the load process, sent as JSON. */

/** Load to generate in one round. */
export interface Job {
  readonly port: number;
  readonly clients: number;
  /** Uncounted time at the start. */
  readonly warmUpMs: number;
  readonly countedMs: number;
  readonly work: FixedWork | ChainWork;
}

/** Requests as HTTP text, split between the clients. Each client repeats its share. */
export interface FixedWork {
  readonly kind: 'fixed';
  readonly requests: readonly string[];
}

/**
 * Token refreshes: each response contains the refresh token of that session's next request. `json` is our API, `oauth` the
 * form-encoded refresh grant.
 */
export interface ChainWork {
  readonly kind: 'chain';
  readonly shape: 'json' | 'oauth';
  readonly path: string;
  readonly refreshTokens: readonly string[];
}

export interface Outcome {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Newest refresh tokens, in the order of the given ones. Empty for fixed work. */
  readonly refreshTokens: readonly string[];
}

export type Answer = { readonly outcome: Outcome } | { readonly failure: string };
