import type { Instant } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import {
  type FoundRefund,
  type GatewayRefund,
  GatewayRejected,
  type ListedRefund,
  type RefundAnswer,
} from '../../../services/billing/ports.ts';
import { type Sql, toDate } from '../../postgres/database.ts';
import { cardByToken } from './behaviours.ts';
import { queueEvent } from './intents.ts';
import { newRef } from './keyed.ts';

/** Reference of a refund that Foyer requested. It contains Foyer's id, which other gateways store as metadata. */
const OWN_REFUND = /^re_(.+)_[0-9a-f]{24}$/;

const addRefund = async (
  sql: Sql,
  refundRef: string,
  { chargeRef, amountCents }: Pick<GatewayRefund, 'chargeRef' | 'amountCents'>,
): Promise<RefundAnswer> => {
  const [charged] = await sql.query<{ intentId: string; behaviour: string; left: number }>(
    `SELECT c.intent_id, k.behaviour, c.amount_cents - COALESCE((SELECT sum(r.amount_cents) FROM sandbox.refunds r
       WHERE r.charge_id = c.id AND r.status <> 'failed'), 0)::bigint AS left
     FROM sandbox.charges c JOIN sandbox.cards k ON k.id = c.card_id WHERE c.id = $1 AND c.status = 'succeeded' FOR UPDATE OF c`,
    [chargeRef],
  );
  if (!charged) throw new GatewayRejected(`charge ${chargeRef} does not exist or has not succeeded`);
  if (amountCents > charged.left)
    throw new GatewayRejected(
      `charge ${chargeRef} has ${formatCents(charged.left)} left, ${formatCents(amountCents)} requested`,
    );
  const kind = cardByToken(charged.behaviour)?.afterwards === 'refund-pending' ? 'pending' : 'succeeded';
  await sql.query('INSERT INTO sandbox.refunds (id, charge_id, amount_cents, status) VALUES ($1, $2, $3, $4)', [
    refundRef,
    chargeRef,
    amountCents,
    kind,
  ]);
  await queueEvent(sql, 'charge.refunded', charged.intentId);
  return { kind, refundRef };
};

/** Makes a refund that Foyer requests. */
export const refund = (sql: Sql, { refundId, ...order }: Omit<GatewayRefund, 'key'>): Promise<RefundAnswer> =>
  addRefund(sql, newRef(`re_${refundId}`), order);

/** Makes a refund that the vendor requests at the gateway, without Foyer. */
export const refundByHand = (
  sql: Sql,
  order: Pick<GatewayRefund, 'chargeRef' | 'amountCents'>,
): Promise<RefundAnswer> => addRefund(sql, newRef('re'), order);

const select = async (sql: Sql, where: string, value: unknown): Promise<(ListedRefund & { intentRef: string })[]> => {
  const made = await sql.query<Omit<ListedRefund, 'refundId'> & { refundRef: string; intentRef: string }>(
    `SELECT r.status AS kind, r.id AS refund_ref, r.amount_cents, c.intent_id AS intent_ref
     FROM sandbox.refunds r JOIN sandbox.charges c ON c.id = r.charge_id WHERE ${where} ORDER BY r.created_at, r.id`,
    [value],
  );
  return made.map((each) => ({ ...each, refundId: OWN_REFUND.exec(each.refundRef)?.[1] ?? null }));
};

export const refundsOf = async (sql: Sql, intentRef: string): Promise<FoundRefund[]> =>
  (await select(sql, 'c.intent_id = $1', intentRef)).map(({ intentRef: _payment, ...found }) => found);

export const listRefunds = (sql: Sql, since: Instant): Promise<ListedRefund[]> =>
  select(sql, 'r.created_at >= $1', toDate(since));
