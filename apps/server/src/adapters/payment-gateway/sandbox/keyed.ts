import { createHash, randomBytes } from 'node:crypto';
import { GatewayKeyReused, GatewayUnavailable } from '../../../services/billing/ports.ts';
import { type Database, DatabaseUnavailable, type Sql } from '../../postgres/database.ts';

export const newRef = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Converts an unavailable database of the sandbox to an unavailable gateway. */
export const asGateway = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw new GatewayUnavailable(error);
    throw error;
  }
};

/** Response to a keyed call. `replayed`: it is the stored response to an earlier call. */
export interface Keyed<Answer> {
  readonly answer: Answer;
  readonly replayed: boolean;
}

/**
 * Answers a keyed call once: the first answer is kept with its request and repeated, a different request under the same
 * key is an error, as at a real gateway. The answer and what it did commit together.
 */
export const keyed = <Answer extends object>(
  database: Database,
  key: string,
  request: unknown,
  act: (sql: Sql) => Promise<Answer>,
): Promise<Keyed<Answer>> => {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return asGateway(
    database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7))', [key]);
      const [kept] = await sql.query<{ requestHash: string; answer: Answer }>(
        'SELECT request_hash, answer FROM sandbox.answers WHERE key = $1',
        [key],
      );
      if (kept && kept.requestHash !== requestHash)
        throw new GatewayKeyReused(`sandbox gateway: key ${key} was used for another request`);
      if (kept) return { answer: kept.answer, replayed: true };
      const answer = await act(sql);
      await sql.query('INSERT INTO sandbox.answers (key, request_hash, answer) VALUES ($1, $2, $3)', [
        key,
        requestHash,
        JSON.stringify(answer),
      ]);
      return { answer, replayed: false };
    }),
  );
};
