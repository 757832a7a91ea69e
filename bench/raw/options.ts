import type { ClientConfig } from 'pg';

/** Options of the raw server: JSON in the variable `RAW_OPTIONS`, because other users of the machine can read arguments. */
export interface RawOptions {
  readonly port: number;
  readonly database: ClientConfig;
  readonly connections: number;
  /** Length of the response to a token rotation: that of the product's response. */
  readonly rotationBytes: number;
  /** Password hash, made by the product, that `POST /sign-in` verifies against. */
  readonly passwordHash: string;
  /** Folder of the built bare page; null serves no page. */
  readonly pages: string | null;
}

/** Key of the row for the one request that the bare page makes. */
export const BARE_PAGE_ROW = 'bare-page';

/** Schema in the product's database, so that both use the same disk and the same write-ahead log. */
export const RAW_SCHEMA = 'bench';
