/** What the load process is told, and what it answers. Both travel between two processes as JSON. */
export interface Job {
  readonly port: number;
  readonly clients: number;
  /** Before the counting starts. */
  readonly warmUpMs: number;
  readonly countedMs: number;
  readonly work: FixedWork | ChainWork;
}

/** Each request as it goes over the wire; every client has its share and goes round in it. */
export interface FixedWork {
  readonly kind: 'fixed';
  readonly requests: readonly string[];
}

/** Every answer holds the refresh token of that session's next request: ours as JSON, or a form as OAuth has it. */
export interface ChainWork {
  readonly kind: 'chain';
  readonly shape: 'json' | 'oauth';
  readonly path: string;
  readonly refreshTokens: readonly string[];
}

export interface Outcome {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** The tokens that a chain goes on with, in the order of those given. */
  readonly refreshTokens: readonly string[];
}

export type Answer = { readonly outcome: Outcome } | { readonly failure: string };
