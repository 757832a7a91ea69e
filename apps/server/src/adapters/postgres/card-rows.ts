import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { CardPlace, CardRows, NewCard, ReplacedCard } from '../../services/billing/card-ports.ts';
import { dropClosingOrder } from './closing-rows.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { insertRows } from './rows.ts';

type Row = { readonly id: string };

const add = (sql: Sql, accountId: AccountId, card: NewCard, status: 'active' | 'replaced'): Promise<void> =>
  insertRows(sql, { name: 'payment_methods', instants: [] }, [{ ...card, accountId, status }]);

/** Cards on file, in the given transaction. */
export const cardRowsOn = (sql: Sql): Pick<CardRows, 'replaceCard' | 'addUnwantedCard' | 'cardPlace'> => ({
  replaceCard: async (accountId, card) => {
    const replaced = await sql.query<Row>(
      `UPDATE payment_methods SET status = 'replaced'
       WHERE account_id = $1 AND status = 'active' AND (gateway, gateway_ref) <> ($2, $3) RETURNING id`,
      [accountId, card.gateway, card.gatewayRef],
    );
    // A browser that lost the first response saves the same card again.
    const [known] = await sql.query<Row>(
      `UPDATE payment_methods SET status = 'active' WHERE account_id = $1 AND gateway = $2 AND gateway_ref = $3 RETURNING id`,
      [accountId, card.gateway, card.gatewayRef],
    );
    if (!known) await add(sql, accountId, card, 'active');
    // A customer who saves a card while the closing waits keeps the account (decision 55).
    await dropClosingOrder(sql, accountId);
    return { id: known?.id ?? card.id, replaced: replaced.map(({ id }) => id) };
  },
  cardPlace: async (accountId, gatewayRef, since) => {
    const [row] = await sql.query<{ place: CardPlace }>(
      `SELECT CASE WHEN bool_or(gateway_ref = $2) THEN 'known' WHEN bool_or(updated_at >= $3) THEN 'changed' ELSE 'new' END AS place
       FROM payment_methods WHERE account_id = $1`,
      [accountId, gatewayRef, toDate(since)],
    );
    return row?.place ?? 'new';
  },
  addUnwantedCard: async (accountId, card) => {
    const known = await sql.query('SELECT FROM payment_methods WHERE gateway = $1 AND gateway_ref = $2', [
      card.gateway,
      card.gatewayRef,
    ]);
    if (known.length > 0) return null;
    await add(sql, accountId, card, 'replaced');
    return card.id;
  },
});

/** Reads a replaced card. The job that detaches it at the gateway needs its reference. */
export const makeReplacedCard =
  (database: Database) =>
  async (cardId: string): Promise<ReplacedCard | null> => {
    const [card] = await database.query<ReplacedCard>(
      `SELECT m.gateway, m.gateway_ref, EXISTS (SELECT FROM payment_attempts t
         WHERE t.payment_method_id = m.id AND t.status IN ('sending', 'requires_action', 'processing')) AS is_awaited
       FROM payment_methods m WHERE m.id = $1 AND m.status = 'replaced'`,
      [cardId],
    );
    return card ?? null;
  };
