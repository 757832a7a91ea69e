import { MARK_KEY } from '../browser-store.ts';
import { exchange } from './exchange.ts';
import { withSessionLock } from './lock.ts';
import { readRecord, type SessionRecord, writeRecord } from './record.ts';

/**
 * Result of exchanging the token of the sign-in site (SE-02). `asks`: the user must confirm, because another
 * user is signed in (INV-17) or the sign-in began in another tab. `refused`: refused by the server or by the browser
 * storage. `unreachable`: the exchange can be repeated. `left` is a session that this browser does not store and that
 * must be ended on the server.
 */
export type Intake =
  | { readonly outcome: 'stored' | 'refused'; readonly left?: SessionRecord | null }
  | { readonly outcome: 'asks'; readonly record: SessionRecord }
  | { readonly outcome: 'unreachable'; readonly token: string };

/**
 * Exchanges the token at once, so that a copy of it in a history or a log is worthless (SE-12).
 * @param token followed by `~` and the mark of the sign-in, if it began in this tab (sign-in-mark.ts)
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
