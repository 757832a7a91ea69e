import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Database } from './database.ts';
import { hashOf, type RecordPayload } from './openid-records.ts';
import { LIVE_GRANT } from './product-grants.ts';

/** Time between two polls of a device, as its answer says it (RFC 8628, 3.2). */
export const POLL_SECONDS = 5;
/** Polls may arrive this much closer to each other than the device sent them. */
const JITTER_SECONDS = 1;
/** Time for which an expired code is still known, so that its device reads `expired_token`. */
const KEPT_SECONDS = 3_600;

interface PolledCode {
  readonly payload: RecordPayload;
  readonly consumedAt: Instant | null;
  readonly isTooSoon: boolean;
}

/** Codes of devices, and the codes that their users type. Both are secrets, so only hashes are stored. */
export interface DeviceCodes {
  put(deviceCode: string, userCode: string, payload: RecordPayload, lifeSeconds: number): Promise<void>;
  /**
   * Returns a code for its device, also an expired one, and notes the poll. Null if it or its grant has ended, or if it is the
   * code of another client, which then cannot slow the device down.
   */
  poll(deviceCode: string, clientId: string): Promise<PolledCode | null>;
  /** Returns the request of a typed code. Null if it has expired or was answered. */
  find(userCode: string): Promise<{ readonly payload: RecordPayload; readonly expiresAt: Instant } | null>;
  /** Adds the answer of the user to the code of the device. The first answer counts; false for another one. */
  answer(userCode: string, answer: RecordPayload, grantId: string | null): Promise<boolean>;
}

/** Device codes at one host. `deviceKind` is the kind of their records; the typed codes have their own. */
export const makeDeviceCodes = (database: Database, deviceKind: string): DeviceCodes => {
  const userKind = `UserCode of ${deviceKind}`;
  return {
    put: async (deviceCode, userCode, payload, lifeSeconds) => {
      // A typed code that exists fails the call. It must not lead to another device.
      await database.query(
        `WITH device AS (
           INSERT INTO openid_records (kind, id_hash, payload, expires_at)
           VALUES ($1, $2, $5::jsonb, now() + ($6 + ${KEPT_SECONDS}) * interval '1 second'))
         INSERT INTO openid_records (kind, id_hash, payload, expires_at)
         VALUES ($3, $4, jsonb_build_object('device', $2::text), now() + $6 * interval '1 second')`,
        [deviceKind, hashOf(deviceCode), userKind, hashOf(userCode), JSON.stringify(payload), lifeSeconds],
      );
    },
    poll: async (deviceCode, clientId) => {
      const [found] = await database.query<PolledCode>(
        `WITH code AS (
           SELECT r.*, coalesce((r.payload ->> 'polledAt')::timestamptz > now() - interval '${POLL_SECONDS - JITTER_SECONDS} seconds', false) AS is_too_soon
           FROM openid_records r LEFT JOIN product_grants g ON g.id = r.grant_id LEFT JOIN sessions s ON s.id = g.session_id
           WHERE r.kind = $1 AND r.id_hash = $2 AND r.payload ->> 'clientId' = $3
             AND r.expires_at > now() AND (r.grant_id IS NULL OR (${LIVE_GRANT}))
           FOR UPDATE OF r),
         noted AS (
           UPDATE openid_records r SET payload = r.payload || jsonb_build_object('polledAt', now())
           FROM code WHERE r.kind = $1 AND r.id_hash = $2 AND NOT code.is_too_soon)
         SELECT payload, consumed_at, is_too_soon FROM code`,
        [deviceKind, hashOf(deviceCode), clientId],
      );
      return found ?? null;
    },
    find: async (userCode) => {
      const [found] = await database.query<{ payload: RecordPayload; expiresAt: Instant }>(
        `SELECT d.payload, u.expires_at FROM openid_records u
           JOIN openid_records d ON d.kind = $1 AND d.id_hash = u.payload ->> 'device'
         WHERE u.kind = $2 AND u.id_hash = $3 AND u.expires_at > now()`,
        [deviceKind, userKind, hashOf(userCode)],
      );
      return found ?? null;
    },
    answer: async (userCode, answer, grantId) => {
      const answered = await database.query(
        `WITH typed AS (
           DELETE FROM openid_records WHERE kind = $2 AND id_hash = $3 AND expires_at > now()
           RETURNING payload ->> 'device' AS device)
         UPDATE openid_records d SET payload = d.payload || $4::jsonb, grant_id = $5
         FROM typed WHERE d.kind = $1 AND d.id_hash = typed.device RETURNING 1`,
        [deviceKind, userKind, hashOf(userCode), JSON.stringify(answer), grantId],
      );
      return answered.length === 1;
    },
  };
};
