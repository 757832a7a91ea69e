import { MARK_KEY } from '../browser-store.ts';
import { exchange } from './exchange.ts';
import { withSessionLock } from './lock.ts';
import { readRecord, type SessionRecord, writeRecord } from './record.ts';

/**
 * What became of the token that the authentication site sent (SE-02).
 * `asks`: another user is signed in here (INV-17), or this tab did not begin the sign-in: the user is asked.
 * `refused`: the server or the browser's storage did not take it. `unreachable`: nothing is known yet, it may be tried again.
 * `left`: a session that this browser does not keep, of the same person or because the storage is full; it is still to be
 * ended on the server.
 */
export type Intake =
  | { readonly outcome: 'stored' | 'refused'; readonly left?: SessionRecord | null }
  | { readonly outcome: 'asks'; readonly record: SessionRecord }
  | { readonly outcome: 'unreachable'; readonly token: string };

/**
 * Exchanges the token at once, so that what stands in a history or a log is worthless from then on (SE-12).
 * @param token with the mark of the sign-in behind a `~`, where it began in this tab (sign-in-mark.ts)
 */
export const exchangeAndStore = (token: string): Promise<Intake> =>
  withSessionLock(async (): Promise<Intake> => {
    const [refreshToken, mark] = token.split('~') as [string, string?];
    let record: SessionRecord | null;
    try {
      record = await exchange(refreshToken);
    } catch {
      return { outcome: 'unreachable', token };
    }
    const held = readRecord();
    try {
      if (!record) throw record;
      if (held ? held.userId !== record.userId : sessionStorage.getItem(MARK_KEY) !== mark)
        return { outcome: 'asks', record };
      writeRecord(record);
    } catch {
      return { outcome: 'refused', left: record };
    }
    return { outcome: 'stored', left: held };
  });
