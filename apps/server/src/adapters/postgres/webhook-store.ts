import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import type { PendingEvent, WebhookStore } from '../../services/payments/gateway-event-ports.ts';
import type { Database } from './database.ts';

const KEPT_DAYS = 30;

/**
 * Age at which events are deleted. Stripe repeats an event for three days, and an operator can send it again for 30; a later
 * copy is only handled again.
 */
export const GATEWAY_EVENTS_KEPT_MS = KEPT_DAYS * DAY_MS;

export const makeWebhookStore = (database: Database): WebhookStore => ({
  add: async (gateway, { id, type, objectRef }) => {
    const added = await database.query(
      `INSERT INTO webhook_events AS e (gateway, event_id, type, object_ref) VALUES ($1, $2, $3, $4)
       ON CONFLICT (gateway, event_id) DO UPDATE
         SET given_up_at = NULL, failing_since = NULL, tries = 0, received_at = now(), next_try_at = now()
         WHERE e.processed_at IS NULL AND e.given_up_at IS NOT NULL
       RETURNING event_id`,
      [gateway, id, type, objectRef],
    );
    return added.length === 1;
  },
  take: async (gateway, limit) => {
    const taken = await database.query<PendingEvent>(
      `UPDATE webhook_events SET tries = tries + 1,
         next_try_at = now() + least(interval '10 seconds' * power(2, least(tries, 8)), interval '5 minutes')
       WHERE gateway = $1 AND event_id IN (SELECT event_id FROM webhook_events
         WHERE gateway = $1 AND processed_at IS NULL AND given_up_at IS NULL AND next_try_at <= now()
         ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING event_id, type, object_ref, tries, received_at < now() - interval '24 hours' AS is_last_try`,
      [gateway, limit],
    );
    if (taken.length > 0)
      await database.query(`DELETE FROM webhook_events WHERE processed_at < now() - interval '${KEPT_DAYS} days'`);
    return taken;
  },
  done: async (gateway, eventId) => {
    await database.query('UPDATE webhook_events SET processed_at = now() WHERE gateway = $1 AND event_id = $2', [
      gateway,
      eventId,
    ]);
  },
  tried: async (gateway, eventId, hasFailed) => {
    await database.query(
      `UPDATE webhook_events SET failing_since = CASE WHEN $3 THEN COALESCE(failing_since, now()) END
       WHERE gateway = $1 AND event_id = $2`,
      [gateway, eventId, hasFailed],
    );
  },
  giveUp: async (gateway, eventId) => {
    await database.query('UPDATE webhook_events SET given_up_at = now() WHERE gateway = $1 AND event_id = $2', [
      gateway,
      eventId,
    ]);
  },
  markDisputed: async ({ id, accountId }, isOpen) => {
    const marked = await database.query(
      isOpen
        ? `UPDATE payment_attempts SET disputed_at = now(), dispute_closed_at = NULL
           WHERE id = $1 AND account_id = $2 AND (disputed_at IS NULL OR dispute_closed_at IS NOT NULL) RETURNING id`
        : `UPDATE payment_attempts SET dispute_closed_at = now()
           WHERE id = $1 AND account_id = $2 AND disputed_at IS NOT NULL AND dispute_closed_at IS NULL RETURNING id`,
      [id, accountId],
    );
    return isOpen && marked.length === 1;
  },
  refreshCard: async (gateway, card) => {
    await database.query(
      `UPDATE payment_methods SET brand = $3, last4 = $4, exp_month = $5, exp_year = $6, fingerprint = $7,
         expiry_noticed_days = CASE WHEN (exp_month, exp_year) = ($5, $6) THEN expiry_noticed_days END
       WHERE gateway = $1 AND gateway_ref = $2`,
      [gateway, card.gatewayRef, card.brand, card.last4, card.expMonth, card.expYear, card.fingerprint],
    );
  },
});
