import type { Instant } from '@foyer/contract/vocabulary/instants';
import type {
  BankQuestion,
  ChargeAnswer,
  GatewayIntent,
  IntentState,
  ListedCard,
  SavedCard,
} from '../../../services/billing/ports.ts';
import { type Sql, toDate } from '../../postgres/database.ts';
import type { ChargeMetadata } from '../charge-metadata.ts';
import { authenticationFailed, cardByToken, type Decline } from './behaviours.ts';
import { newRef } from './keyed.ts';

/** A payment or card setup from its first call to its result. Gateways call it an intent. */
export interface IntentRow {
  readonly id: string;
  readonly kind: 'charge' | 'setup';
  readonly customerId: string;
  readonly cardId: string;
  readonly attemptId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: 'requires_action' | 'processing' | 'succeeded' | 'declined' | 'canceled';
  readonly clientSecret: string;
  readonly chargeId: string | null;
  readonly decline: Decline | null;
  /** Purpose of a charge. Empty for a card setup. */
  readonly metadata: ChargeMetadata;
}

export interface CardRow {
  readonly id: string;
  readonly behaviour: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string;
}

const INTENT = `SELECT id, kind, customer_id, card_id, attempt_id, amount_cents, currency, status, client_secret, charge_id, decline, metadata, created_at
  FROM sandbox.intents`;

/**
 * The fingerprint depends on customer and card number. So a card that a customer saves twice is recognized (D5).
 * Customers who use the same test card still have different fingerprints, otherwise only one of them could have a
 * trial.
 */
const CARD = `SELECT k.id, k.behaviour, k.brand, k.last4, k.exp_month, k.exp_year, left(encode(sha256((k.customer_id || k.behaviour)::bytea), 'hex'), 16) AS fingerprint
  FROM sandbox.cards k`;

export const findCard = async (sql: Sql, cardRef: string): Promise<CardRow | undefined> => {
  const [card] = await sql.query<CardRow>(
    `${CARD} JOIN sandbox.customers u ON u.id = k.customer_id WHERE k.id = $1 AND k.set_up AND u.deleted_at IS NULL`,
    [cardRef],
  );
  return card;
};

export const viewCard = (card: CardRow): SavedCard => ({
  gatewayRef: card.id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  country: 'US',
  fingerprint: card.fingerprint,
});

export const findIntent = async (sql: Sql, ref: string, lock = false): Promise<IntentRow | undefined> => {
  const [row] = await sql.query<IntentRow>(`${INTENT} WHERE id = $1 ${lock ? 'FOR UPDATE' : ''}`, [ref]);
  return row;
};

export const findPaymentOf = async (
  sql: Sql,
  attemptId: string,
  customerRef: string,
): Promise<IntentRow | undefined> => {
  const [row] = await sql.query<IntentRow>(
    `${INTENT} WHERE attempt_id = $1 AND customer_id = $2 AND kind = 'charge' ORDER BY created_at DESC LIMIT 1`,
    [attemptId, customerRef],
  );
  return row;
};

/** Lists payments since a time, of one customer or of all, with the sum of their refunds. */
export const listPayments = (sql: Sql, since: Instant, customerRef: string | null) =>
  sql.query<IntentRow & { readonly createdAt: Instant; readonly refundedCents: number }>(
    `SELECT i.*, COALESCE((SELECT sum(r.amount_cents) FROM sandbox.refunds r
         WHERE r.charge_id = i.charge_id AND r.status <> 'failed'), 0)::bigint AS refunded_cents
     FROM (${INTENT} WHERE kind = 'charge' AND created_at >= $1 AND ($2::text IS NULL OR customer_id = $2)) i
     ORDER BY i.created_at, i.id`,
    [toDate(since), customerRef],
  );

/** Lists the cards that were saved since a time and can be charged, oldest first. */
export const listCards = async (sql: Sql, since: Instant): Promise<ListedCard[]> => {
  const rows = await sql.query<{ customerId: string; cardId: string }>(
    `SELECT customer_id, card_id FROM sandbox.intents WHERE kind = 'setup' AND status = 'succeeded' AND created_at >= $1
     ORDER BY created_at, id`,
    [toDate(since)],
  );
  const cards: ListedCard[] = [];
  for (const { customerId, cardId } of rows) {
    const card = await findCard(sql, cardId);
    if (card) cards.push({ customerRef: customerId, card: viewCard(card) });
  }
  return cards;
};

/** Queues an event for the webhook, in the transaction that changes the object. */
export const queueEvent = async (sql: Sql, type: string, objectRef: string): Promise<void> => {
  await sql.query('INSERT INTO sandbox.events (id, type, object_ref) VALUES ($1, $2, $3)', [
    newRef('evt'),
    type,
    objectRef,
  ]);
};

const eventType = (kind: IntentRow['kind'], status: IntentRow['status']): string => {
  if (status !== 'declined') return `${kind === 'charge' ? 'payment' : 'setup'}_intent.${status}`;
  return kind === 'charge' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed';
};

export type Waiting = Pick<
  IntentRow,
  'kind' | 'customerId' | 'cardId' | 'attemptId' | 'amountCents' | 'currency' | 'metadata'
>;

/** Creates an undecided intent. */
export const openIntent = async (
  sql: Sql,
  waiting: Waiting,
  status: 'requires_action' | 'processing',
): Promise<IntentRow> => {
  const id = newRef(waiting.kind === 'charge' ? 'pi' : 'seti');
  const row = { ...waiting, id, status, clientSecret: newRef(`${id}_secret`), chargeId: null, decline: null };
  await sql.query(
    `INSERT INTO sandbox.intents (id, kind, customer_id, card_id, attempt_id, amount_cents, currency, status, client_secret, metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      row.kind,
      row.customerId,
      row.cardId,
      row.attemptId,
      row.amountCents,
      row.currency,
      status,
      row.clientSecret,
      row.metadata,
    ],
  );
  return row;
};

/** Queues the event of an intent that stays undecided. */
export const queuePendingEvent = async (sql: Sql, row: IntentRow): Promise<IntentRow> => {
  await queueEvent(sql, eventType(row.kind, row.status), row.id);
  return row;
};

const writeCharge = async (sql: Sql, row: IntentRow, decline: Decline | null): Promise<string> => {
  const chargeId = newRef('ch');
  await sql.query(
    `INSERT INTO sandbox.charges (id, intent_id, customer_id, card_id, attempt_id, amount_cents, currency, status, decline_code)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      chargeId,
      row.id,
      row.customerId,
      row.cardId,
      row.attemptId,
      row.amountCents,
      row.currency,
      decline ? 'declined' : 'succeeded',
      decline?.declineCode ?? decline?.code ?? null,
    ],
  );
  return chargeId;
};

/** Decides an intent: the charge succeeds, the card is saved, or it is declined. */
export const conclude = async (sql: Sql, row: IntentRow, result: 'ok' | Decline): Promise<IntentRow> => {
  const decline = result === 'ok' ? null : result;
  const chargeId = row.kind === 'charge' ? await writeCharge(sql, row, decline) : null;
  const decided: IntentRow = { ...row, status: decline ? 'declined' : 'succeeded', chargeId, decline };
  await sql.query('UPDATE sandbox.intents SET status = $2, charge_id = $3, decline = $4 WHERE id = $1', [
    row.id,
    decided.status,
    chargeId,
    decline === null ? null : JSON.stringify(decline),
  ]);
  if (row.kind === 'setup' && !decline)
    await sql.query('UPDATE sandbox.cards SET set_up = true WHERE id = $1', [row.cardId]);
  await queueEvent(sql, eventType(row.kind, decided.status), row.id);
  return decided;
};

/** Cancels an intent that waits for the customer. Decided intents, and those pending at the bank, do not change. */
export const cancelIntent = async (sql: Sql, row: IntentRow): Promise<IntentRow> => {
  if (row.status !== 'requires_action') return row;
  await sql.query(`UPDATE sandbox.intents SET status = 'canceled' WHERE id = $1`, [row.id]);
  await queueEvent(sql, eventType(row.kind, 'canceled'), row.id);
  return { ...row, status: 'canceled' };
};

/** Applies the customer's answer to a challenge: the result of the test card, or a decline. */
export const answerIntent = async (sql: Sql, row: IntentRow, approved: boolean): Promise<IntentRow> => {
  if (row.status !== 'requires_action') return row;
  if (!approved) return conclude(sql, row, authenticationFailed(row.kind));
  const [card] = await sql.query<CardRow>(`${CARD} WHERE k.id = $1`, [row.cardId]);
  const behaviour = card && cardByToken(card.behaviour);
  const reaction = row.kind === 'charge' ? behaviour?.charge : behaviour?.save;
  return conclude(sql, row, typeof reaction === 'object' && 'result' in reaction ? reaction.result : 'ok');
};

/** Converts the state of an intent to the type of the gateway port. */
export const chargeStateOf = (row: IntentRow): ChargeAnswer | { kind: 'canceled'; intentRef: string } => {
  const intentRef = row.id;
  switch (row.status) {
    case 'requires_action':
      return { kind: 'requires_action', intentRef, clientSecret: row.clientSecret, url: `/sandbox/3ds/${row.id}` };
    case 'processing':
    case 'canceled':
      return { kind: row.status, intentRef };
    case 'succeeded':
      return { kind: 'succeeded', intentRef, chargeRef: row.chargeId ?? '' };
    case 'declined':
      if (!row.decline) throw new Error(`sandbox intent ${row.id} is declined, but its row has no reason`);
      return { kind: 'declined', intentRef, ...row.decline };
    default:
      return row.status satisfies never;
  }
};

const stateOf = async (sql: Sql, row: IntentRow): Promise<IntentState> => {
  if (row.kind === 'charge' || row.status !== 'succeeded') return chargeStateOf(row);
  const card = await findCard(sql, row.cardId);
  return card ? { kind: 'saved', card: viewCard(card) } : { kind: 'canceled', intentRef: row.id };
};

export const asIntent = async (sql: Sql, row: IntentRow): Promise<GatewayIntent> => ({
  ref: row.id,
  attemptId: row.attemptId,
  state: await stateOf(sql, row),
});

/** Converts an intent to the facts on the page of the bank. */
export const asBankQuestion = async (sql: Sql, row: IntentRow): Promise<BankQuestion> => {
  const [card] = await sql.query<CardRow>(`${CARD} WHERE k.id = $1`, [row.cardId]);
  return {
    state: await stateOf(sql, row),
    amountCents: row.kind === 'charge' ? row.amountCents : null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
  };
};
