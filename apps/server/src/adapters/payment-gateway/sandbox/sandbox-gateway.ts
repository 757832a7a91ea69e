import {
  type GatewayCharge,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type SaveCardAnswer,
  type SaveCardOrder,
} from '../../../services/billing/ports.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { readPurpose, writeMetadata } from '../charge-metadata.ts';
import { authenticationRequired, cardByToken, type Decline, monthsLeftOf, type Reaction } from './behaviours.ts';
import { readEvent } from './events.ts';
import {
  asIntent,
  type CardRow,
  cancelIntent,
  chargeStateOf,
  conclude,
  findCard,
  findIntent,
  findPaymentOf,
  type IntentRow,
  listCards,
  listPayments,
  openIntent,
  queueEvent,
  queuePendingEvent,
  viewCard,
} from './intents.ts';
import { asGateway, keyed, newRef } from './keyed.ts';
import { listRefunds, refund, refundByHand, refundsOf } from './refunds.ts';

interface TokenRow {
  readonly behaviour: string;
  readonly expMonth: number;
  readonly expYear: number;
}

const expiryOf = (token: string): { expMonth: number; expYear: number } => {
  const months = monthsLeftOf(token);
  if (months === null) return { expMonth: 12, expYear: 2040 };
  const now = new Date();
  const ends = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return { expMonth: ends.getUTCMonth() + 1, expYear: ends.getUTCFullYear() };
};

const tokenOf = async (sql: Sql, token: string): Promise<TokenRow | undefined> => {
  const [made] = await sql.query<TokenRow>('SELECT behaviour, exp_month, exp_year FROM sandbox.tokens WHERE id = $1', [
    token,
  ]);
  if (made) return made;
  const published = cardByToken(token);
  return published && { behaviour: published.token, ...expiryOf(published.token) };
};

const isThere = async (sql: Sql, customerRef: string): Promise<boolean> => {
  const rows = await sql.query('SELECT 1 FROM sandbox.customers WHERE id = $1 AND deleted_at IS NULL', [customerRef]);
  return rows.length === 1;
};

const toDeclined = (decline: Decline) => ({ kind: 'declined' as const, intentRef: null, ...decline });

const isChallenge = (reaction: Reaction): boolean => typeof reaction === 'object' && 'challenge' in reaction;

const saveCard = async (sql: Sql, { customerRef, token, attemptId }: SaveCardOrder): Promise<SaveCardAnswer> => {
  const made = await tokenOf(sql, token);
  const card = made && cardByToken(made.behaviour);
  if (!made || !card) throw new GatewayRejected(`saving a card for ${customerRef}: its token does not exist`);
  if (typeof card.save === 'object' && 'code' in card.save) return toDeclined(card.save);
  if (!(await isThere(sql, customerRef)))
    throw new GatewayRejected(`saving a card: customer ${customerRef} does not exist`);
  const id = newRef('card');
  const asks = isChallenge(card.save);
  await sql.query(
    'INSERT INTO sandbox.cards (id, customer_id, behaviour, brand, last4, exp_month, exp_year, set_up) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, customerRef, made.behaviour, card.brand, card.last4, made.expMonth, made.expYear, !asks],
  );
  const waiting = { customerId: customerRef, cardId: id, attemptId, amountCents: 0, currency: 'usd', metadata: {} };
  const intent = await openIntent(sql, { ...waiting, kind: 'setup' }, 'requires_action');
  if (asks) return chargeStateOf(await queuePendingEvent(sql, intent)) as SaveCardAnswer;
  await conclude(sql, intent, 'ok');
  const saved = await findCard(sql, id);
  if (!saved) throw new Error(`sandbox card ${id} is missing after it was set up`);
  return { kind: 'saved', card: viewCard(saved) };
};

const reactionOf = async (sql: Sql, card: CardRow, onSession: boolean): Promise<Reaction> => {
  const behaviour = cardByToken(card.behaviour);
  if (!behaviour) throw new GatewayRejected(`card ${card.id} has behaviour "${card.behaviour}", which does not exist`);
  const reaction = onSession ? behaviour.charge : (behaviour.unattended ?? behaviour.charge);
  if (typeof reaction !== 'object' || !('declinesFirst' in reaction)) return reaction;
  const [row] = await sql.query<{ declined: number }>(
    `SELECT count(*) AS declined FROM sandbox.charges WHERE card_id = $1 AND status = 'declined'`,
    [card.id],
  );
  return (row?.declined ?? 0) < reaction.declinesFirst ? reaction.decline : 'ok';
};

const react = async (sql: Sql, intent: IntentRow, reaction: Reaction, onSession: boolean): Promise<IntentRow> => {
  if (typeof reaction === 'object' && 'code' in reaction) return conclude(sql, intent, reaction);
  if (reaction === 'processing') return queuePendingEvent(sql, intent);
  if (!isChallenge(reaction)) return conclude(sql, intent, 'ok');
  return onSession ? queuePendingEvent(sql, intent) : conclude(sql, intent, authenticationRequired);
};

/** Amount of the refund that the sandbox makes outside Foyer, for test cards that simulate one. */
const BY_HAND_CENTS = 1_000;

/** Disputes or refunds a payment directly after it was made, for test cards that simulate this. */
const happenAfterwards = async (sql: Sql, card: CardRow, { id, chargeId, amountCents }: IntentRow): Promise<void> => {
  const afterwards = cardByToken(card.behaviour)?.afterwards;
  if (afterwards === 'dispute') await queueEvent(sql, 'charge.dispute.created', id);
  if (afterwards === 'refunded-by-hand' && chargeId !== null)
    await refundByHand(sql, { chargeRef: chargeId, amountCents: Math.min(BY_HAND_CENTS, amountCents) });
};

type Charged = ReturnType<typeof chargeStateOf> | { readonly kind: 'failure' };

const charge = async (sql: Sql, order: GatewayCharge): Promise<{ charged: Charged; lost: boolean }> => {
  const card = await findCard(sql, order.cardRef);
  if (!card) throw new GatewayRejected(`payment ${order.attemptId}: card ${order.cardRef} does not exist`);
  const reaction = await reactionOf(sql, card, order.onSession);
  if (reaction === 'timeout-before') throw new GatewayUnavailable();
  if (reaction === 'error') return { charged: { kind: 'failure' }, lost: false };
  const { customerRef, attemptId, amountCents, currency } = order;
  const intent = await openIntent(
    sql,
    {
      kind: 'charge',
      customerId: customerRef,
      cardId: card.id,
      attemptId,
      amountCents,
      currency,
      metadata: writeMetadata(order),
    },
    isChallenge(reaction) ? 'requires_action' : 'processing',
  );
  const after = await react(sql, intent, reaction, order.onSession);
  if (after.status === 'succeeded') await happenAfterwards(sql, card, after);
  return { charged: chargeStateOf(after), lost: reaction === 'timeout-after' };
};

/**
 * Built-in payment gateway. It fails like a real one, and stores its own records, with which Foyer compares its own.
 */
export const makeSandboxGateway = (database: Database, webhookSecret: string): PaymentGateway => ({
  name: 'sandbox',
  createCustomer: async (accountId, key) => {
    const { answer } = await keyed(database, key, { createCustomer: accountId }, async (sql) => {
      const id = newRef('cus');
      await sql.query('INSERT INTO sandbox.customers (id, account_ref) VALUES ($1, $2)', [id, accountId]);
      return { id };
    });
    return answer.id;
  },
  saveCard: async (order) => {
    const { customerRef, token, key } = order;
    return (await keyed(database, key, { saveCard: [customerRef, token] }, (sql) => saveCard(sql, order))).answer;
  },
  charge: async (order) => {
    const { answer, replayed } = await keyed(database, order.key, { charge: order }, (sql) => charge(sql, order));
    const { charged, lost } = answer;
    if (charged.kind === 'failure') throw new GatewayUnavailable('sandbox card: answer with status 500', { replayed });
    if (lost && !replayed) throw new GatewayUnavailable('sandbox card: answer lost after the charge');
    if (charged.kind === 'canceled')
      throw new Error(`sandbox payment ${charged.intentRef} is canceled, right after its charge`);
    return charged;
  },
  retrieve: (intentRef) =>
    asGateway(findIntent(database, intentRef).then((row) => (row ? asIntent(database, row) : null))),
  findByAttempt: (attemptId, customerRef) =>
    asGateway(findPaymentOf(database, attemptId, customerRef).then((row) => (row ? asIntent(database, row) : null))),
  listPayments: (since, customerRef) =>
    asGateway(
      listPayments(database, since, customerRef).then((rows) =>
        Promise.all(
          rows.map(async (row) => ({
            ...(await asIntent(database, row)),
            customerRef: row.customerId,
            amountCents: row.amountCents,
            refundedCents: row.refundedCents,
            createdAt: row.createdAt,
            purpose: readPurpose(row.metadata),
            key: row.metadata.charge_key ?? null,
          })),
        ),
      ),
    ),
  cancel: (intentRef) =>
    asGateway(
      database.transaction(async (sql) => {
        const row = await findIntent(sql, intentRef, true);
        if (!row) throw new GatewayRejected(`cancelling: intent ${intentRef} does not exist`);
        return asIntent(sql, await cancelIntent(sql, row));
      }),
    ),
  detachCard: async (cardRef) => {
    // Without `set_up` the card cannot be charged. Earlier charges keep their card.
    await asGateway(database.query('UPDATE sandbox.cards SET set_up = false WHERE id = $1', [cardRef]));
  },
  deleteCustomer: async (customerRef) => {
    await asGateway(
      database.query('UPDATE sandbox.customers SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', [
        customerRef,
      ]),
    );
  },
  refund: async ({ key, ...order }) => {
    const request = { refund: [order.chargeRef, order.amountCents] };
    return (await keyed(database, key, request, (sql) => refund(sql, order))).answer;
  },
  listRefunds: (since) => asGateway(listRefunds(database, since)),
  listCards: (since) => asGateway(listCards(database, since)),
  refundsOf: (intentRef) => asGateway(refundsOf(database, intentRef)),
  // The sandbox only opens disputes (tok_createDispute) and never decides one. Only disputed payments are asked about.
  listLostDisputes: async () => [],
  lostCentsOf: async () => 0,
  hasOpenDispute: async () => true,
  readCard: (cardRef) => asGateway(findCard(database, cardRef).then((card) => (card ? viewCard(card) : null))),
  readEvent: (raw, signature, now) => readEvent(raw, signature, webhookSecret, now),
  browserConfig: () => ({ gateway: 'sandbox', publishableKey: null }),
});
