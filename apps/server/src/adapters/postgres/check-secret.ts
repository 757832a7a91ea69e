import { WrongSettings } from '../cannot-start.ts';
import type { Database } from './database.ts';

export interface SecretCheck {
  /** Fingerprints of the current secret. The first one is stored; the others have the formats of earlier releases. */
  readonly current: readonly [written: string, ...former: string[]];
  /** Fingerprints of the replaced secrets. */
  readonly earlier: readonly string[];
  /** True if the administrator has lost the secret of the database. The current one replaces it. */
  readonly isLost: boolean;
}

/**
 * Refuses a server whose secret is not the one that the database was made with. With several secrets one of them has to be;
 * from then on the database belongs to the first. Returns whether a secret that is lost was replaced.
 */
export const checkSecret = (database: Database, { current, earlier, isLost }: SecretCheck): Promise<boolean> =>
  database.transaction(async (sql) => {
    await sql.query('INSERT INTO installation_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [current[0]]);
    const [row] = await sql.query<{ fingerprint: string }>('SELECT fingerprint FROM installation_secret FOR UPDATE');
    const isOneOf = (known: readonly string[]) => row !== undefined && known.includes(row.fingerprint);
    // A former fingerprint stays, so that a server of the release that wrote it can start too.
    if (isOneOf(current)) return false;
    const isKnown = isOneOf(earlier);
    if (!isKnown && !isLost)
      throw new WrongSettings(
        'FOYER_SECRET is not the secret that this database was made with, so its encrypted values and signed tokens could not be read. Set that secret, or both while you replace it (FOYER_SECRET=new,old). docs/keys.md says how, and what to do if it is lost.',
      );
    await sql.query('UPDATE installation_secret SET fingerprint = $1, changed_at = now()', [current[0]]);
    return !isKnown;
  });
