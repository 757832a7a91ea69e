import { CannotStart } from '../cannot-start.ts';
import type { Database } from './database.ts';

interface SecretCheck {
  /** Fingerprints of this server's secrets, the current secret first. */
  readonly fingerprints: readonly [current: string, ...earlier: string[]];
  /** The secret that the database was made with is lost: the current one takes its place. */
  readonly isLost: boolean;
}

/**
 * Refuses a server whose secret is not the one that the database was made with. With several secrets one of them has to be;
 * from then on the database belongs to the first. Returns whether a secret that is lost was replaced.
 */
export const checkSecret = (
  database: Database,
  { fingerprints: [current, ...earlier], isLost }: SecretCheck,
): Promise<boolean> =>
  database.transaction(async (sql) => {
    await sql.query('INSERT INTO installation_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [current]);
    const [row] = await sql.query<{ fingerprint: string }>('SELECT fingerprint FROM installation_secret FOR UPDATE');
    if (row?.fingerprint === current) return false;
    const isKnown = earlier.some((fingerprint) => fingerprint === row?.fingerprint);
    if (!isKnown && !isLost)
      throw new CannotStart(
        'FOYER_SECRET is not the secret that this database was made with, so its encrypted values and signed tokens could not be read. Set that secret, or both while you replace it (FOYER_SECRET=new,old). docs/keys.md says how, and what to do if it is lost.',
      );
    await sql.query('UPDATE installation_secret SET fingerprint = $1, changed_at = now()', [current]);
    return !isKnown;
  });
