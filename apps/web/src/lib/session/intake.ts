import { exchange } from './exchange.ts';
import { withSessionLock } from './lock.ts';
import { readRecord, type SessionRecord, writeRecord } from './record.ts';

/**
 * What became of the token that the authentication site sent (SE-02).
 * `asks`: somebody else is signed in here, and is not replaced without a question (INV-17).
 * `refused`: the server or the browser's storage did not take it. `unreachable`: nothing is known yet, it may be tried again.
 * `left`: a session that this browser does not keep, of the same person or because the storage is full; it is still to be
 * ended on the server.
 */
export type Intake =
  | { readonly outcome: 'stored' | 'refused'; readonly left?: SessionRecord | null }
  | { readonly outcome: 'asks'; readonly record: SessionRecord }
  | { readonly outcome: 'unreachable'; readonly token: string };

/** Exchanges the token at once, so that what stands in a history or a log is worthless from then on (SE-12). */
export const takeIn = (token: string): Promise<Intake> =>
  withSessionLock(async (): Promise<Intake> => {
    let record: SessionRecord | null;
    try {
      record = await exchange(token);
    } catch {
      return { outcome: 'unreachable', token };
    }
    if (!record) return { outcome: 'refused' };
    const held = readRecord();
    if (held && held.userId !== record.userId) return { outcome: 'asks', record };
    try {
      writeRecord(record);
    } catch {
      return { outcome: 'refused', left: record };
    }
    return { outcome: 'stored', left: held };
  });
