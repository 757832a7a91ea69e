import type { OpenPortalLink, PortalLinkReads, PortalLinkRows, PortalLinkUse } from '../../services/vendor/ports.ts';
import type { Database, Sql } from './database.ts';
import { insertRows } from './rows.ts';

const LINKS = { name: 'portal_links', instants: ['createdAt', 'expiresAt'] };

/** Unused link `l` of a live key `k`. */
const OPEN = 'l.used_at IS NULL AND l.expires_at > now() AND k.revoked_at IS NULL';

/** Rows of new links, in the given transaction. */
export const portalLinksOn = (sql: Sql): PortalLinkRows => ({
  addPortalLink: (link) => insertRows(sql, LINKS, [link]),
  familyOf: async (subscriptionId, accountId) => {
    const [row] = await sql.query<{ product: string }>(
      'SELECT p.product FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.id = $1 AND s.account_id = $2',
      [subscriptionId, accountId],
    );
    return row?.product ?? null;
  },
});

export const makePortalLinkReads = (database: Database): PortalLinkReads => ({
  portalLinkOf: async (tokenHash) => {
    const [link] = await database.query<OpenPortalLink>(
      `SELECT l.id, u.id AS user_id, u.email::text AS email, l.task, l.family, l.subscription_id, l.return_address, l.expires_at
       FROM portal_links l JOIN vendor_keys k ON k.id = l.vendor_key_id JOIN users u ON u.account_id = l.account_id
       WHERE l.token_hash = $1 AND u.deleted_at IS NULL AND ${OPEN}`,
      [tokenHash],
    );
    return link ?? null;
  },
});

/** Use of a link, in the transaction that begins its session. */
export const portalLinkUseOn = (sql: Sql): PortalLinkUse => ({
  usePortalLink: async (id, sessionId) => {
    const used = await sql.query(
      `UPDATE portal_links l SET used_at = now(), session_id = $2 FROM vendor_keys k
       WHERE l.id = $1 AND k.id = l.vendor_key_id AND ${OPEN} RETURNING l.id`,
      [id, sessionId],
    );
    return used.length === 1;
  },
  hasSessionFrom: async ({ userId, accountId }, address, userAgent) => {
    const rows = await sql.query(
      `SELECT 1 FROM sessions WHERE user_id = $1 AND account_id = $4 AND address = $2 AND user_agent = $3 LIMIT 1`,
      [userId, address, userAgent, accountId],
    );
    return rows.length === 1;
  },
});
