import { createHash } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Database } from './database.ts';
import { LIVE_GRANT } from './product-grants.ts';

/** Content of a record. The OpenID library reads and writes it. */
export type RecordPayload = Readonly<Record<string, unknown>>;

interface FoundRecord {
  readonly payload: RecordPayload;
  readonly consumedAt: Instant | null;
  readonly expiresAt: Instant;
}

/** Records of one kind: authorization requests, codes or tokens. Their ids are secrets, so only hashes are stored. */
export interface OpenidRecords {
  put(id: string, payload: RecordPayload, grantId: string | null, lifeSeconds: number): Promise<void>;
  /** Returns a record that has not expired and whose grant, if it has one, is valid. */
  find(id: string): Promise<FoundRecord | null>;
  /** Marks the first use. False if it was used before, perhaps by another call at the same time. */
  consume(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** Hash under which a code or token is stored (INV-22). */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const makeOpenidRecords = (database: Database, kind: string): OpenidRecords => ({
  put: async (id, payload, grantId, lifeSeconds) => {
    await database.query(
      `WITH used AS (UPDATE product_grants SET last_used_at = now() WHERE id = $3)
       INSERT INTO openid_records (kind, id_hash, grant_id, payload, expires_at)
       VALUES ($1, $2, $3, $4::jsonb, now() + $5 * interval '1 second')
       ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      [kind, hashOf(id), grantId, JSON.stringify(payload), lifeSeconds],
    );
  },
  find: async (id) => {
    const [found] = await database.query<FoundRecord>(
      `SELECT r.payload, r.consumed_at, r.expires_at
       FROM openid_records r LEFT JOIN product_grants g ON g.id = r.grant_id LEFT JOIN sessions s ON s.id = g.session_id
       WHERE r.kind = $1 AND r.id_hash = $2 AND r.expires_at > now() AND (r.grant_id IS NULL OR (${LIVE_GRANT}))`,
      [kind, hashOf(id)],
    );
    return found ?? null;
  },
  consume: async (id) => {
    const consumed = await database.query(
      'UPDATE openid_records SET consumed_at = now() WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING 1',
      [kind, hashOf(id)],
    );
    return consumed.length === 1;
  },
  remove: async (id) => {
    await database.query('DELETE FROM openid_records WHERE kind = $1 AND id_hash = $2', [kind, hashOf(id)]);
  },
});
