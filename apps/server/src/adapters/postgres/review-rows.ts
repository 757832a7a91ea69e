import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { PrepaidClaim } from '@foyer/domain/coupons/redeem-prepaid';
import type { Party } from '@foyer/domain/screening/screen';
import type { CouponRedemption } from '@foyer/domain/state/coupon-entities';
import type { HeldRedemption, PromotionRedemption } from '@foyer/domain/state/promotion-entities';
import type { ReviewRows } from '../../services/billing/review-ports.ts';
import type { DecidingRows } from '../../services/operator/review-ports.ts';
import type { AccountScreening, ReviewReads, ScreenedAccount, WaitingReview } from '../../services/screening/ports.ts';
import { NEWEST_ADDRESS } from './address-store.ts';
import { readBoundedList } from './bounded-list.ts';
import { claimCoupon } from './coupon-store.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { heldOf } from './load-billing-states.ts';

/** Claims to export-controlled products. */
const CONTROLLED_CLAIMS = 'SELECT claim FROM families WHERE export_control AND claim IS NOT NULL';

/** Reviews, read and written in the given transaction. The caller holds the lock of the account. */
export const reviewRowsOn = (sql: Sql): ReviewRows => ({
  pendingReview: async (accountId) => {
    const [row] = await sql.query<{ id: string }>(
      `SELECT id FROM export_reviews WHERE account_id = $1 AND status = 'pending'`,
      [accountId],
    );
    return row?.id ?? null;
  },
  openReview: async ({ id, accountId, reason, status, at: openedAt }) => {
    await sql.query(
      `INSERT INTO export_reviews (id, account_id, reason, status, held_action, decided_by, decided_at, created_at)
       VALUES ($1, $2, $3, $4,
         (SELECT jsonb_build_object('claims', jsonb_object_agg(claim, claims -> claim))
          FROM users JOIN (${CONTROLLED_CLAIMS}) AS controlled ON claims ? claim
          WHERE account_id = $2 AND deleted_at IS NULL HAVING count(*) > 0),
         CASE WHEN $4 = 'denied' THEN 'screening' END, CASE WHEN $4 = 'denied' THEN $5::timestamptz END, $5)`,
      [id, accountId, reason, status, toDate(openedAt)],
    );
    await sql.query('UPDATE accounts SET export_status = $2 WHERE id = $1', [accountId, status]);
    await sql.query(
      `UPDATE users SET claims = claims - ARRAY(${CONTROLLED_CLAIMS}) WHERE account_id = $1 AND deleted_at IS NULL`,
      [accountId],
    );
  },
  endClearance: async (accountId) => {
    await sql.query(`UPDATE accounts SET export_status = 'none' WHERE id = $1 AND export_status = 'cleared'`, [
      accountId,
    ]);
  },
});

/** Rows that the decision of a review reads and writes, without the record of the command. */
export const decidingRowsOn = (sql: Sql): Omit<DecidingRows, 'record'> => ({
  accountOfReview: async (reviewId) => {
    const [row] = await sql.query<{ accountId: AccountId }>('SELECT account_id FROM export_reviews WHERE id = $1', [
      reviewId,
    ]);
    return row?.accountId ?? null;
  },
  decideReview: async ({ id, accountId, status, by, at: decidedAt }) => {
    const [row] = await sql.query<{ claims: object | null }>(
      `UPDATE export_reviews SET status = $2, decided_by = $3, decided_at = $4 WHERE id = $1 AND status = 'pending'
       RETURNING held_action -> 'claims' AS claims`,
      [id, status, by, toDate(decidedAt)],
    );
    if (!row) return false;
    await sql.query('UPDATE accounts SET export_status = $2 WHERE id = $1', [accountId, status]);
    if (status === 'cleared' && row.claims !== null)
      await sql.query('UPDATE users SET claims = claims || $2::jsonb WHERE account_id = $1 AND deleted_at IS NULL', [
        accountId,
        JSON.stringify(row.claims),
      ]);
    return true;
  },
  heldPromotion: async (id) => {
    const [row] = await sql.query<PromotionRedemption>(
      `SELECT id, promotion_id, account_id, code, status, export_review_id, subscription_ids, transition_at_end, at
       FROM promotion_redemptions WHERE id = $1 AND status = 'held'`,
      [id],
    );
    if (!row) throw new Error(`promotion redemption ${id} is not held for an export review`);
    return row;
  },
  heldCoupon: async (id): Promise<{ claim: PrepaidClaim; redemption: CouponRedemption }> => {
    const [row] = await sql.query<CouponRedemption & { batch: string; display: string; hash: string }>(
      `SELECT r.id, r.coupon_id, r.account_id, r.typed_code, r.subscription_id, r.status, r.export_review_id, r.at, c.batch, c.code_hash AS hash,
         substr(r.typed_code, strpos(r.typed_code, '_') + 1) AS display
       FROM coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id WHERE r.id = $1 AND r.status = 'held'`,
      [id],
    );
    if (!row) throw new Error(`coupon redemption ${id} is not held for an export review`);
    const { batch, display, hash, ...redemption } = row;
    const claim = await claimCoupon(sql, { batch, display, hash }, row.accountId, true);
    // Only prepaid codes are held. A discount lowers an invoice and is never held.
    return { claim: claim as PrepaidClaim, redemption };
  },
});

const screenedAccount = `SELECT a.export_status AS status, d.country, u.email::text AS email,
    trim(d.first_name || ' ' || d.last_name) AS name, d.organization
  FROM accounts a JOIN users u ON u.account_id = a.id AND u.deleted_at IS NULL
  ${NEWEST_ADDRESS} WHERE a.id = $1`;

/** Reviews and their held redemptions, without a lock. */
export const makeScreeningReads = (database: Database): ReviewReads => ({
  screened: async (accountId): Promise<ScreenedAccount | null> => {
    const [row] = await database.query<Party & { status: ScreenedAccount['status']; country: string | null }>(
      screenedAccount,
      [accountId],
    );
    if (!row) return null;
    const { status, ...party } = row;
    return { status, email: row.email, party: row.country === null ? null : party };
  },
  screening: async (accountId): Promise<AccountScreening | null> => {
    const [row] = await database.query<{ status: ScreenedAccount['status']; openedAt: Instant | null }>(
      `SELECT a.export_status AS status, r.created_at AS opened_at FROM accounts a
       LEFT JOIN export_reviews r ON r.account_id = a.id AND r.status = 'pending' WHERE a.id = $1`,
      [accountId],
    );
    if (!row) return null;
    const held = row.status === 'pending' ? await database.query<HeldRedemption>(heldOf, [[accountId]]) : [];
    return { ...row, held };
  },
  waiting: async (limit) => {
    const { rows, inAll } = await readBoundedList<Omit<WaitingReview, 'held'>>(
      database,
      {
        columns: 'r.id, r.account_id, u.email::text AS email, r.reason, r.created_at AS opened_at',
        from: `export_reviews r LEFT JOIN users u ON u.account_id = r.account_id AND u.deleted_at IS NULL WHERE r.status = 'pending'`,
        at: 'r.created_at',
        id: 'r.id',
      },
      limit,
    );
    const held = await database.query<HeldRedemption>(heldOf, [rows.map(({ accountId }) => accountId)]);
    const withHeld = rows.map((row) => ({ ...row, held: held.filter(({ accountId }) => accountId === row.accountId) }));
    return { rows: withHeld, inAll };
  },
});
