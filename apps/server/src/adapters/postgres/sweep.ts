import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { firstIdAt } from '../new-id.ts';
import { type Database, toDate } from './database.ts';
import { sweepEntitlementEvents } from './entitlement-events.ts';
import { KEYS_KEPT_HOURS } from './idempotency-store.ts';
import { GATEWAY_EVENTS_KEPT_MS } from './webhook-store.ts';

/** How long security events are kept (docs/personal-data.md). Migration 0042 refuses to delete younger ones. */
const EVENTS_KEPT_DAYS = 365;
/** Longest life of a session, also of an operator's. Links in mails expire earlier. */
const SESSION_LIFE_MS = 30 * DAY_MS;
/** Ended sessions and sent mails stay this long, because customers may ask about them. */
const OVER_KEPT_MS = 30 * DAY_MS;

/** Portal links stay longer than a session that one of them began, so that revoking its key ends the session. */
const LINKS_KEPT_MS = DAY_MS;

/** Rows per statement, so that it ends far below the time limit and does not block others. */
const PORTION = 10_000;

/** Deletes the rows that match `where`, oldest first by `age`, in portions. Two servers delete different rows. */
const deleteAll = async (
  database: Database,
  { table, age, where }: { readonly table: string; readonly age: string; readonly where: string },
  values: readonly unknown[],
): Promise<void> => {
  for (let gone = PORTION; gone === PORTION; ) {
    const [row] = await database.query<{ gone: number }>(
      `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${where} ORDER BY ${age} LIMIT ${PORTION} FOR UPDATE SKIP LOCKED)) RETURNING 1)
       SELECT count(*) AS gone FROM gone`,
      values,
    );
    gone = row?.gone ?? 0;
  }
};

/** Deletes expired rows. Rows of exports and closings are deleted if they are older than `rowsBefore`. */
export const makeSweep =
  (database: Database) =>
  async (now: Instant, rowsBefore: Instant): Promise<void> => {
    await database.query('UPDATE data_exports SET document = NULL WHERE expires_at <= $1 AND document IS NOT NULL', [
      toDate(now),
    ]);
    await database.query('DELETE FROM data_exports WHERE expires_at < $1', [toDate(rowsBefore)]);
    await database.query(
      `DELETE FROM mails m USING accounts a WHERE a.id = m.account_id AND a.status = 'closed' AND m.sent_at < $1`,
      [toDate(rowsBefore)],
    );
    // The key sorts by age, so no other index is needed. The condition on `at` matches that of the trigger.
    await deleteAll(
      database,
      {
        table: 'security_events',
        age: 'id',
        where: `id < $1 AND at < now() - interval '${EVENTS_KEPT_DAYS} days'`,
      },
      [firstIdAt('audit', now - EVENTS_KEPT_DAYS * DAY_MS)],
    );
    // These rows may refer to a session, so they are deleted first.
    await database.query('DELETE FROM oidc_sign_ins WHERE expires_at <= $1', [toDate(now)]);
    await deleteAll(database, { table: 'openid_records', age: 'expires_at', where: 'expires_at <= $1' }, [toDate(now)]);
    await deleteAll(database, { table: 'portal_links', age: 'expires_at', where: 'expires_at < $1' }, [
      toDate(now - LINKS_KEPT_MS),
    ]);
    // Events that were carried out are deleted when the next ones are taken.
    await deleteAll(
      database,
      { table: 'webhook_events', age: 'given_up_at', where: 'processed_at IS NULL AND given_up_at < $1' },
      [toDate(now - GATEWAY_EVENTS_KEPT_MS)],
    );
    await sweepEntitlementEvents(database, now);
    const overBefore = now - OVER_KEPT_MS;
    for (const [table, kind, lifeMs] of [
      ['sessions', 'session', SESSION_LIFE_MS],
      ['operator_sessions', 'operatorSession', 0],
      ['email_tokens', 'emailToken', 0],
    ] as const)
      await deleteAll(database, { table, age: 'id', where: 'id < $1 AND expires_at < $2' }, [
        firstIdAt(kind, overBefore - lifeMs),
        toDate(overBefore),
      ]);
    for (const table of ['idempotency_keys', 'operator_idempotency_keys', 'vendor_idempotency_keys'])
      await deleteAll(database, { table, age: 'created_at', where: 'created_at < $1' }, [
        toDate(now - KEYS_KEPT_HOURS * HOUR_MS),
      ]);
  };
