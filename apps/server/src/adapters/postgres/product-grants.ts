import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SignInMethod } from '../../services/identity/ports.ts';
import type {
  DueLogout,
  EndedAccess,
  GrantedProduct,
  LiveGrant,
  NewGrant,
  ProductAccess,
  ProductAccessEnding,
  ProductGrants,
  ProductLogouts,
} from '../../services/product-sign-in/ports.ts';
import type { Database, Sql } from './database.ts';

/**
 * Condition for a grant `g` with its session `s`. A session that is idle in the portal may still be used in a product,
 * until it expires in all.
 */
export const LIVE_GRANT = 'g.ended_at IS NULL AND s.ended_at IS NULL AND s.expires_at > now()';

/**
 * Lets a sign-in that relies on a remembered consent wait for a removal of that consent, and the reverse. Otherwise the
 * grant of the sign-in could be stored after the removal has read the grants, and would outlast it.
 */
const lockConsent = async (sql: Sql, accountId: string, clientId: string): Promise<void> => {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('consent ' || $1 || ' ' || $2, 0))`, [
    accountId,
    clientId,
  ]);
};

/** Stores a grant, or adds the scopes to that of the session and client. Null if the session has ended. */
const insertGrant = async (
  sql: Pick<Sql, 'query'>,
  { id, accountId, sessionId, clientId, host, scopes, consentedScopes }: NewGrant,
): Promise<{ id: string } | null> => {
  // The lock of the session makes its end wait, so that the trigger sees this grant.
  const [row] = await sql.query<{ id: string }>(
    `WITH live AS (SELECT id FROM sessions WHERE id = $3 AND account_id = $2 AND ended_at IS NULL FOR SHARE)
     INSERT INTO product_grants AS g (id, account_id, session_id, client_id, host, scopes, consented_scopes)
     SELECT $1, $2, id, $4, $5, $6::text[], $7::text[] FROM live
     ON CONFLICT (session_id, client_id) WHERE ended_at IS NULL
     DO UPDATE SET scopes = ARRAY(SELECT DISTINCT unnest(g.scopes || excluded.scopes)),
       consented_scopes = ARRAY(SELECT DISTINCT unnest(g.consented_scopes || excluded.consented_scopes)) RETURNING id`,
    [id, accountId, sessionId, clientId, host, scopes, consentedScopes],
  );
  return row ?? null;
};

/** Grants of products, one for each session and client. */
export const makeProductGrants = (database: Database): ProductGrants => ({
  authenticationOf: async (sessionId) => {
    // The session and its event are written by one statement, so both have the same time.
    const [row] = await database.query<{
      signedInAt: Instant;
      provedAt: Instant | null;
      method: SignInMethod | null;
    }>(
      `SELECT s.created_at AS signed_in_at, s.proved_at, e.method
       FROM sessions s JOIN users u ON u.id = s.user_id
         LEFT JOIN security_events e ON e.account_id = u.account_id AND e.at = s.created_at AND e.session_id = s.id AND e.type = 'signed_in'
       WHERE s.id = $1 AND s.ended_at IS NULL AND u.deleted_at IS NULL`,
      [sessionId],
    );
    return row ?? null;
  },
  grant: async (grant, { onlyIfConsented }) => {
    if (!onlyIfConsented) return (await insertGrant(database, grant)) ?? 'session_ended';
    return database.transaction(async (sql) => {
      const { accountId, clientId, consentedScopes } = grant;
      await lockConsent(sql, accountId, clientId);
      const [found] = await sql.query<{ isConsented: boolean }>(
        `SELECT $3::text[] <@ ARRAY(SELECT unnest(consented_scopes) FROM product_grants
           WHERE account_id = $1 AND client_id = $2 AND revoked_at IS NULL) AS is_consented`,
        [accountId, clientId, consentedScopes],
      );
      if (!found?.isConsented) return 'no_consent';
      return (await insertGrant(sql, grant)) ?? 'session_ended';
    });
  },
  live: async (id) => {
    const [row] = await database.query<LiveGrant>(
      `SELECT g.id, g.account_id, g.session_id, g.client_id, g.host, g.scopes, g.created_at, s.expires_at
       FROM product_grants g JOIN sessions s ON s.id = g.session_id WHERE g.id = $1 AND ${LIVE_GRANT}`,
      [id],
    );
    return row ?? null;
  },
  sessionOf: async (id, clientId) => {
    const [row] = await database.query<{ sessionId: string }>(
      'SELECT session_id FROM product_grants WHERE id = $1 AND client_id = $2',
      [id, clientId],
    );
    return row?.sessionId ?? null;
  },
  end: (id) =>
    database.transaction(async (sql) => {
      await sql.query('UPDATE product_grants SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id]);
      await sql.query('DELETE FROM openid_records WHERE grant_id = $1', [id]);
    }),
});

/** Products that may read data of an account, now or after their next sign-in. */
export const makeProductAccess = (database: Database): ProductAccess => ({
  ofAccount: (accountId) =>
    database.query<GrantedProduct>(
      `SELECT g.client_id, min(g.created_at) AS first_given_at, max(g.last_used_at) AS last_used_at,
         bool_or(${LIVE_GRANT}) AS is_signed_in,
         coalesce(array_agg(DISTINCT name) FILTER (WHERE is_held AND ${LIVE_GRANT}), '{}') AS scopes,
         coalesce(array_agg(DISTINCT name) FILTER (WHERE NOT is_held), '{}') AS consented_scopes
       FROM product_grants g JOIN sessions s ON s.id = g.session_id AND s.account_id = g.account_id
         LEFT JOIN LATERAL (SELECT unnest(g.scopes), true UNION ALL SELECT unnest(g.consented_scopes), false)
           AS named (name, is_held) ON true
       WHERE g.account_id = $1 AND g.revoked_at IS NULL
       GROUP BY g.client_id ORDER BY last_used_at DESC, g.client_id`,
      [accountId],
    ),
});

export const makeProductAccessEnding = (sql: Sql): ProductAccessEnding => ({
  endProduct: async (accountId, clientId) => {
    await lockConsent(sql, accountId, clientId);
    const [ended] = await sql.query<EndedAccess>(
      `WITH known AS (SELECT g.id, g.consented_scopes, ${LIVE_GRANT} AS is_valid FROM product_grants g JOIN sessions s ON s.id = g.session_id AND s.account_id = g.account_id
           WHERE g.account_id = $1 AND g.client_id = $2 AND g.revoked_at IS NULL FOR UPDATE OF g),
         revoked AS (UPDATE product_grants g SET revoked_at = now(), ended_at = coalesce(g.ended_at, now()),
           logout_due_at = CASE WHEN g.ended_at IS NULL THEN now() ELSE g.logout_due_at END
           FROM known WHERE g.id = known.id AND g.account_id = $1),
         deleted AS (DELETE FROM openid_records WHERE grant_id IN (SELECT id FROM known))
       SELECT coalesce(bool_or(is_valid), false) AS was_signed_in,
         ARRAY(SELECT DISTINCT unnest(consented_scopes) FROM known) AS consented_scopes FROM known`,
      [accountId, clientId],
    );
    return ended ?? { wasSignedIn: false, consentedScopes: [] };
  },
});

/** Ends of sessions that products must learn of. The trigger of `sessions` makes them due. */
export const makeProductLogouts = (database: Database): ProductLogouts => ({
  claim: (limit) =>
    database.query<DueLogout>(
      `UPDATE product_grants SET logout_tries = logout_tries + 1, logout_due_at = now() + interval '5 seconds' * 2 ^ logout_tries
       WHERE id IN (SELECT id FROM product_grants WHERE logout_due_at <= now() ORDER BY logout_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id AS grant_id, account_id, client_id, host, logout_tries AS tries`,
      [limit],
    ),
  close: async (grantId) => {
    await database.query('UPDATE product_grants SET logout_due_at = NULL WHERE id = $1', [grantId]);
  },
});
