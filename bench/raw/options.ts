import type { ClientConfig } from 'pg';

/** Options of the raw server: JSON in `RAW_OPTIONS`, because every user of a machine can read command lines. */
export interface RawOptions {
  readonly port: number;
  readonly database: ClientConfig;
  readonly connections: number;
  /** How long an answer to a rotation shall be: as long as the product's. */
  readonly rotationBytes: number;
  /** What `POST /sign-in` verifies a password against: one of the product's own hashes. */
  readonly passwordHash: string;
  /** The bare page's built files; null serves none. */
  readonly pages: string | null;
}

/** The path of the one request that the bare page makes. */
export const BARE_PAGE_ROW = 'bare-page';

/** Beside the product's tables on the same server, so that both pay the same disk and the same write-ahead log. */
export const RAW_SCHEMA = 'bench';
