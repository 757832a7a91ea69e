import type { ExternalCommand, Placing } from '@foyer/domain/testing/random-commands';
import { queueEvent } from '../src/adapters/payment-gateway/sandbox/intents.ts';
import { refundByHand } from '../src/adapters/payment-gateway/sandbox/refunds.ts';
import { Refused } from '../src/services/refused.ts';
import { deliverEvents } from './challenges.ts';
import type { Customer, Harness } from './harness.ts';

/** Steps of random histories that customers do not make: commands of operators, refunds at the gateway, disputes. */

export const operatorBy = { actor: 'jo@vendor.example', reason: 'random' };

/** Returns null for a refused command, because histories contain commands that are not allowed. */
export const nullIfRefused = (error: unknown): null => {
  if (!(error instanceof Refused) || !error.detail.subject) throw error;
  return null;
};

const pick = <T>(rows: readonly T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

interface Charge {
  readonly id: string;
  readonly intentId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** Charges of a customer, with the amount that the gateway refunded. */
const chargesOf = (h: Harness, { accountId }: Customer) =>
  h.database.query<Charge>(
    `SELECT c.id, c.intent_id, c.amount_cents, COALESCE((SELECT sum(r.amount_cents) FROM sandbox.refunds r
       WHERE r.charge_id = c.id AND r.status <> 'failed'), 0)::bigint AS refunded_cents
     FROM sandbox.charges c JOIN sandbox.customers u ON u.id = c.customer_id
     WHERE u.account_ref = $1 AND c.status = 'succeeded' ORDER BY c.created_at, c.id`,
    [accountId],
  );

const restOf = (h: Harness, charge: Charge | undefined): number =>
  charge ? charge.amountCents - charge.refundedCents - (h.faults.lost.get(charge.intentId) ?? 0) : 0;

const place = async (h: Harness, customer: Customer, as: Placing): Promise<string | null> => {
  const [waiting] = await h.database.query<{ gatewayRef: string }>(
    `SELECT gateway_ref FROM unplaced_refunds WHERE account_id = $1 AND status = 'waiting' ORDER BY gateway_ref LIMIT 1`,
    [customer.accountId],
  );
  if (!waiting) return null;
  const { gatewayRef } = waiting;
  if (as === 'from_credit')
    return h.operator.takeRefundFromCredit(gatewayRef, operatorBy).then(() => as, nullIfRefused);
  if (as === 'dismissed') return h.operator.dismissRefund(gatewayRef, operatorBy).then(() => as, nullIfRefused);
  for (const { id } of await h.receipts(customer)) {
    const booked = await h.operator.bookUnplacedRefund(gatewayRef, id ?? '', operatorBy).then(() => as, nullIfRefused);
    if (booked) return booked;
  }
  return null;
};

/**
 * Delivers gateway events and removes the errors that they log: a lost dispute and a refund are logged for an operator.
 */
const telling = async (h: Harness, happened: string): Promise<string> => {
  await deliverEvents(h);
  h.log.takeErrors();
  return happened;
};

/** Carries out one step. Returns what happened, or null. */
export const carryOutExternal = async (
  h: Harness,
  customer: Customer,
  step: ExternalCommand,
): Promise<string | null> => {
  const { accountId } = customer;
  switch (step.do) {
    case 'refund by hand': {
      const charge = pick(await chargesOf(h, customer), step.which);
      const amountCents = Math.min(step.amountCents ?? Number.POSITIVE_INFINITY, restOf(h, charge));
      if (!charge || amountCents <= 0) return null;
      await h.database.transaction((sql) => refundByHand(sql, { chargeRef: charge.id, amountCents }));
      await deliverEvents(h);
      return (step.as && (await place(h, customer, step.as))) ?? step.do;
    }
    case 'place refund':
      return place(h, customer, step.as);
    case 'refund back': {
      const made = await h.database.query<{ id: string; intentId: string }>(
        `SELECT r.id, c.intent_id FROM sandbox.refunds r JOIN sandbox.charges c ON c.id = r.charge_id
         JOIN sandbox.customers u ON u.id = c.customer_id WHERE u.account_ref = $1 AND r.status = 'succeeded' ORDER BY r.id`,
        [accountId],
      );
      const back = pick(made, step.which);
      if (!back) return null;
      await h.database.transaction(async (sql) => {
        await sql.query(`UPDATE sandbox.refunds SET status = 'failed' WHERE id = $1`, [back.id]);
        await queueEvent(sql, 'charge.refund.updated', back.intentId);
      });
      return telling(h, step.do);
    }
    case 'lose dispute': {
      const charge = pick(await chargesOf(h, customer), step.which);
      const lostCents = Math.min(step.amountCents ?? Number.POSITIVE_INFINITY, restOf(h, charge));
      if (!charge || lostCents <= 0) return null;
      h.faults.lost.set(charge.intentId, lostCents + (h.faults.lost.get(charge.intentId) ?? 0));
      await h.database.transaction((sql) => queueEvent(sql, 'charge.dispute.closed', charge.intentId));
      return telling(h, step.do);
    }
    case 'pay out':
      return h.operator.payOutCredit(accountId, step.amountCents, operatorBy).then(() => step.do, nullIfRefused);
    case 'review':
      // From now on the screening wants a person to look at them, as soon as they ask for what is controlled.
      await h.database.query(
        `UPDATE users SET email = replace(email, 'test.arcwave.test', 'lab.institute.example') WHERE account_id = $1`,
        [accountId],
      );
      return null;
    case 'decide review': {
      const [open] = await h.database.query<{ id: string }>(
        `SELECT id FROM export_reviews WHERE account_id = $1 AND status = 'pending'`,
        [accountId],
      );
      const decide = step.isCleared ? h.operator.clearReview : h.operator.denyReview;
      const decided = open && (await decide(open.id, operatorBy).catch(nullIfRefused));
      if (decided && decided.applied.length > 0) return 'held applied';
      return decided && decided.released.length > 0 ? 'held released' : null;
    }
    default:
      return step satisfies never;
  }
};
