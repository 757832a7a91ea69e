import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RestoredCharges } from '../../services/billing/ports.ts';
import type { RestoredBackup, RestoredBackupRows } from '../../services/payments/restored-ports.ts';
import { type Database, toDate } from './database.ts';
import { IS_WAITING, TOOK_NOTHING } from './unplaced-payments.ts';

/**
 * Numbers of messages to products that a restore leaves out. Products leave a lower `sequence` aside, so the next one must be
 * higher than all that were sent since the backup.
 */
const LEFT_OUT = 1_000_000_000;

/**
 * Receipt numbers that the first continuation leaves out besides those at the gateway. A receipt that account credit has paid
 * leaves no payment there, so its number cannot be found.
 */
const RECEIPTS_WITHOUT_PAYMENT = 1_000;

const NUMBERS = `pg_get_serial_sequence('product_hook_deliveries', 'seq')`;

/** Raises the `sequence` of all entitlements above every one that may have been sent before the restore. Run after the mark. */
const RAISE_SEQUENCE = `UPDATE restored_backups SET sequence_from = setval(${NUMBERS}, nextval(${NUMBERS}) + ${LEFT_OUT})`;

/** Marks the database as restored from a state of that time. A mark that is not reconciled keeps the earlier time. */
const MARK_RESTORED = `INSERT INTO restored_backups AS b (taken_at) VALUES ($1)
  ON CONFLICT (id) DO UPDATE SET numbers_continued_at = NULL, reconciled_at = NULL, marked_at = now(),
    taken_at = CASE WHEN b.reconciled_at IS NULL THEN least(b.taken_at, excluded.taken_at) ELSE excluded.taken_at END`;

/** Runs both statements on one connection. `takenAt` is the time of the restored state. */
export const markRestored = async (
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  takenAt: Date | string,
): Promise<void> => {
  await query(MARK_RESTORED, [takenAt]);
  await query(RAISE_SEQUENCE);
};

export const makeRestoredBackup = (database: Database): RestoredBackupRows => ({
  find: async () => {
    const [row] = await database.query<RestoredBackup>(
      'SELECT taken_at, numbers_continued_at IS NOT NULL AS are_numbers_continued FROM restored_backups WHERE reconciled_at IS NULL',
    );
    return row ?? null;
  },
  reconciledAt: async () => {
    const [row] = await database.query<{ reconciledAt: Instant | null }>('SELECT reconciled_at FROM restored_backups');
    return row?.reconciledAt ?? null;
  },
  mark: (takenAt) =>
    database.transaction((sql) => markRestored((text, values) => sql.query(text, values), toDate(takenAt))),
  continueNumbers: (highest, isMoved) =>
    database.transaction(async (sql) => {
      const [counter] = await sql.query<{ lastNumber: number }>(
        `SELECT last_number FROM invoice_counters WHERE id = 'invoices' FOR UPDATE`,
      );
      const [first] = await sql.query('SELECT FROM restored_backups WHERE numbers_continued_at IS NULL');
      const unseen = first && !isMoved ? RECEIPTS_WITHOUT_PAYMENT : 0;
      const skipped = Math.max(0, highest - (counter?.lastNumber ?? 0)) + unseen;
      await sql.query(
        `UPDATE invoice_counters SET last_number = last_number + $1, skipped = skipped + $1 WHERE id = 'invoices'`,
        [skipped],
      );
      await sql.query('UPDATE restored_backups SET numbers_continued_at = now()');
      return skipped;
    }),
  finish: async (comparedFrom) => {
    // The column is finer than a millisecond.
    await database.query(
      `UPDATE restored_backups SET reconciled_at = now()
       WHERE reconciled_at IS NULL AND taken_at > $1::timestamptz - interval '1 ms'
         AND NOT EXISTS (SELECT FROM unplaced_payments p WHERE ${IS_WAITING})`,
      [toDate(comparedFrom)],
    );
  },
});

export const makeRestoredCharges = (database: Database): RestoredCharges => ({
  useOwnKey: async (attemptId) => {
    await database.query(`UPDATE payment_attempts SET gateway_key = NULL WHERE id = $1 AND status = 'sending'`, [
      attemptId,
    ]);
  },
  recordRestore: (paidAt) =>
    database.transaction(async (sql) => {
      // The last attempt before that payment is at most as new as the backup: later ones were lost.
      const marked = await sql.query(
        `INSERT INTO restored_backups AS b (taken_at)
           SELECT COALESCE(max(created_at), $1) FROM payment_attempts WHERE created_at < $1
         ON CONFLICT (id) DO UPDATE
           SET taken_at = excluded.taken_at, marked_at = now(), numbers_continued_at = NULL, reconciled_at = NULL
           WHERE b.reconciled_at IS NOT NULL OR b.taken_at > excluded.taken_at
         RETURNING id`,
        [toDate(paidAt)],
      );
      if (marked.length > 0) await sql.query(RAISE_SEQUENCE);
    }),
  claimPayment: ({ id, accountId }, intentRef) =>
    database.transaction(async (sql) => {
      await sql.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
      const [found] = await sql.query<{ isSending: boolean; isPlaced: boolean }>(
        `SELECT t.status = 'sending' AS is_sending,
           EXISTS (SELECT FROM unplaced_payments p WHERE p.account_id = $1 AND p.gateway_ref = $3 AND p.status IN ('kept', 'dismissed'))
             OR EXISTS (SELECT FROM payment_attempts o WHERE o.account_id = $1 AND o.id <> t.id AND o.gateway_intent_ref = $3
               AND o.status NOT IN ${TOOK_NOTHING}) AS is_placed
         FROM payment_attempts t WHERE t.id = $2 AND t.account_id = $1`,
        [accountId, id, intentRef],
      );
      if (!found?.isSending) return 'over';
      if (found.isPlaced) return 'placed';
      await sql.query('UPDATE payment_attempts SET gateway_intent_ref = $3 WHERE id = $2 AND account_id = $1', [
        accountId,
        id,
        intentRef,
      ]);
      return 'claimed';
    }),
});
