import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Database } from './database.ts';

export interface SealedKey {
  readonly id: string;
  readonly sealedKey: string;
  readonly createdAt: Instant;
}

/** Signing keys as they are stored, encrypted. */
export interface SigningKeyRows {
  /** Returns the keys, newest first, and the current time of the database. */
  list(): Promise<{ readonly keys: readonly SealedKey[]; readonly now: Instant }>;
  /** Stores a new key, unless another server has stored one that is younger than `ageMs`, and deletes keys older than `keptMs`. */
  add(key: Pick<SealedKey, 'id' | 'sealedKey'>, ageMs: number, keptMs: number): Promise<void>;
  replaceSealed(id: string, from: string, to: string): Promise<void>;
}

export const makeSigningKeyRows = (database: Database): SigningKeyRows => ({
  list: async () => {
    const rows = await database.query<SealedKey & { now: Instant }>(
      'SELECT id, sealed_key, created_at, now() AS now FROM openid_signing_keys ORDER BY created_at DESC, id',
    );
    return { keys: rows, now: rows[0]?.now ?? 0 };
  },
  add: ({ id, sealedKey }, ageMs, keptMs) =>
    database.transaction(async (sql) => {
      // Servers that start at the same time wait here for each other, so that one of them adds a key.
      await sql.query('LOCK TABLE openid_signing_keys IN EXCLUSIVE MODE');
      await sql.query(
        `INSERT INTO openid_signing_keys (id, sealed_key) SELECT $1, $2
         WHERE NOT EXISTS (SELECT FROM openid_signing_keys WHERE created_at > now() - $3 * interval '1 millisecond')`,
        [id, sealedKey, ageMs],
      );
      await sql.query(`DELETE FROM openid_signing_keys WHERE created_at < now() - $1 * interval '1 millisecond'`, [
        keptMs,
      ]);
    }),
  replaceSealed: async (id, from, to) => {
    await database.query('UPDATE openid_signing_keys SET sealed_key = $3 WHERE id = $1 AND sealed_key = $2', [
      id,
      from,
      to,
    ]);
  },
});
