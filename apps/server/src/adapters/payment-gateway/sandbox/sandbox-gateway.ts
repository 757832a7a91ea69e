import {
  type GatewayCharge,
  type GatewayRefund,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type RefundAnswer,
  type SaveCardAnswer,
  type SaveCardOrder,
} from '../../../services/billing/ports.ts';
import type { Database, Sql } from '../../postgres/database.ts';
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
  keepWaiting,
  openIntent,
  tell,
  viewCard,
} from './intents.ts';
import { asGateway, keyed, newRef } from './keyed.ts';

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

const asDeclined = (decline: Decline) => ({ kind: 'declined' as const, intentRef: null, ...decline });

const isChallenge = (reaction: Reaction): boolean => typeof reaction === 'object' && 'challenge' in reaction;

const saveCard = async (sql: Sql, { customerRef, token, attemptId }: SaveCardOrder): Promise<SaveCardAnswer> => {
  const made = await tokenOf(sql, token);
  const card = made && cardByToken(made.behaviour);
  if (!made || !card) throw new GatewayRejected('no such token');
  if (typeof card.save === 'object' && 'code' in card.save) return asDeclined(card.save);
  if (!(await isThere(sql, customerRef))) throw new GatewayRejected('no such customer');
  const id = newRef('card');
  const asks = isChallenge(card.save);
  await sql.query(
    'INSERT INTO sandbox.cards (id, customer_id, behaviour, brand, last4, exp_month, exp_year, set_up) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, customerRef, made.behaviour, card.brand, card.last4, made.expMonth, made.expYear, !asks],
  );
  const waiting = { kind: 'setup', customerId: customerRef, cardId: id, attemptId, amountCents: 0, currency: 'usd' };
  const intent = await openIntent(sql, { ...waiting, kind: 'setup' }, 'requires_action');
  if (asks) return chargeStateOf(await keepWaiting(sql, intent)) as SaveCardAnswer;
  await conclude(sql, intent, 'ok');
  const saved = await findCard(sql, id);
  if (!saved) throw new Error(`card ${id} was not saved`);
  return { kind: 'saved', card: viewCard(saved) };
};

const reactionOf = async (sql: Sql, card: CardRow, onSession: boolean): Promise<Reaction> => {
  const behaviour = cardByToken(card.behaviour);
  if (!behaviour) throw new GatewayRejected('no such card');
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
  if (reaction === 'processing') return keepWaiting(sql, intent);
  if (!isChallenge(reaction)) return conclude(sql, intent, 'ok');
  return onSession ? keepWaiting(sql, intent) : conclude(sql, intent, authenticationRequired);
};

type Charged = ReturnType<typeof chargeStateOf> | { readonly kind: 'failure' };

const charge = async (sql: Sql, order: Omit<GatewayCharge, 'key'>): Promise<{ charged: Charged; lost: boolean }> => {
  const card = await findCard(sql, order.cardRef);
  if (!card) throw new GatewayRejected('no such card');
  const reaction = await reactionOf(sql, card, order.onSession);
  if (reaction === 'timeout-before') throw new GatewayUnavailable();
  if (reaction === 'error') return { charged: { kind: 'failure' }, lost: false };
  const { customerRef, attemptId, amountCents, currency } = order;
  const intent = await openIntent(
    sql,
    { kind: 'charge', customerId: customerRef, cardId: card.id, attemptId, amountCents, currency },
    isChallenge(reaction) ? 'requires_action' : 'processing',
  );
  const after = await react(sql, intent, reaction, order.onSession);
  if (after.status === 'succeeded' && cardByToken(card.behaviour)?.afterwards === 'dispute')
    await tell(sql, 'charge.dispute.created', after.id);
  return { charged: chargeStateOf(after), lost: reaction === 'timeout-after' };
};

/** A refund's name here carries ours, as metadata does elsewhere; one that was made by hand carries none. */
const OWN_REFUND = /^re_(.+)_[0-9a-f]{24}$/;

const refund = async (
  sql: Sql,
  { refundId, chargeRef, amountCents }: Omit<GatewayRefund, 'key'>,
): Promise<RefundAnswer> => {
  const [charged] = await sql.query<{ intentId: string; behaviour: string; left: number }>(
    `SELECT c.intent_id, k.behaviour, c.amount_cents - COALESCE((SELECT sum(r.amount_cents) FROM sandbox.refunds r
       WHERE r.charge_id = c.id AND r.status <> 'failed'), 0)::bigint AS left
     FROM sandbox.charges c JOIN sandbox.cards k ON k.id = c.card_id WHERE c.id = $1 AND c.status = 'succeeded' FOR UPDATE OF c`,
    [chargeRef],
  );
  if (!charged) throw new GatewayRejected('no such charge');
  if (amountCents > charged.left) throw new GatewayRejected('more than is left of the charge');
  const kind = cardByToken(charged.behaviour)?.afterwards === 'refund-pending' ? 'pending' : 'succeeded';
  const refundRef = newRef(`re_${refundId}`);
  await sql.query('INSERT INTO sandbox.refunds (id, charge_id, amount_cents, status) VALUES ($1, $2, $3, $4)', [
    refundRef,
    chargeRef,
    amountCents,
    kind,
  ]);
  await tell(sql, 'charge.refunded', charged.intentId);
  return { kind, refundRef };
};

/** The embedded payment provider: real enough to fail like one, with a truth of its own that ours is compared with. */
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
  charge: async ({ key, ...order }) => {
    const { answer, replayed } = await keyed(database, key, { charge: order }, (sql) => charge(sql, order));
    const { charged, lost } = answer;
    if (charged.kind === 'failure') throw new GatewayUnavailable('500', { replayed });
    if (lost && !replayed) throw new GatewayUnavailable('the answer was lost');
    if (charged.kind === 'canceled') throw new Error(`payment ${charged.intentRef} was canceled as it was made`);
    return charged;
  },
  retrieve: (intentRef) =>
    asGateway(findIntent(database, intentRef).then((row) => (row ? asIntent(database, row) : null))),
  findByAttempt: (attemptId, customerRef) =>
    asGateway(findPaymentOf(database, attemptId, customerRef).then((row) => (row ? asIntent(database, row) : null))),
  cancel: (intentRef) =>
    asGateway(
      database.transaction(async (sql) => {
        const row = await findIntent(sql, intentRef, true);
        if (!row) throw new GatewayRejected('no such intent');
        return asIntent(sql, await cancelIntent(sql, row));
      }),
    ),
  detachCard: async (cardRef) => {
    // As one that was never set up it is charged no more; what was charged to it stays in the books.
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
  refundsOf: async (intentRef) => {
    const made = await asGateway(
      database.query<RefundAnswer & { refundRef: string }>(
        `SELECT r.status AS kind, r.id AS refund_ref FROM sandbox.refunds r JOIN sandbox.charges c ON c.id = r.charge_id
         WHERE c.intent_id = $1 ORDER BY r.created_at, r.id`,
        [intentRef],
      ),
    );
    return made.map((each) => ({ ...each, refundId: OWN_REFUND.exec(each.refundRef)?.[1] ?? null }));
  },
  // A dispute is only begun here (tok_createDispute); no bank of the sandbox ever decides one.
  lostCentsOf: async () => 0,
  readCard: (cardRef) => asGateway(findCard(database, cardRef).then((card) => (card ? viewCard(card) : null))),
  readEvent: (raw, signature, now) => readEvent(raw, signature, webhookSecret, now),
  browserConfig: () => ({ gateway: 'sandbox', publishableKey: null }),
});
