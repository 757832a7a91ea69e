import { createHash, randomBytes } from 'node:crypto';
import {
  type ChargeAnswer,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type SaveCardAnswer,
} from '../../../services/billing/ports.ts';
import type { CreateToken } from '../../../services/sandbox/ports.ts';
import { type Database, DatabaseUnavailable, type Sql } from '../../postgres/database.ts';
import { cardByNumber, cardByToken, type Decline, unlistedNumber } from './behaviours.ts';

const newRef = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const asDeclined = (decline: Decline) => ({
  kind: 'declined' as const,
  intentRef: null,
  code: decline.code,
  declineCode: decline.declineCode,
  message: decline.message,
});

/**
 * Answers a keyed call once: the first answer is kept with its request and repeated, a different request under the same
 * key is an error, as with a real provider. The answer and what it did commit together.
 */
const keyed = async <Answer extends object>(
  database: Database,
  key: string,
  request: unknown,
  act: (sql: Sql) => Promise<Answer>,
): Promise<Answer> => {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  try {
    return await database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7))', [key]);
      const [kept] = await sql.query<{ requestHash: string; answer: Answer }>(
        'SELECT request_hash, answer FROM sandbox.answers WHERE key = $1',
        [key],
      );
      if (kept && kept.requestHash !== requestHash) throw new GatewayRejected('this key was used for another request');
      if (kept) return kept.answer;
      const answer = await act(sql);
      await sql.query('INSERT INTO sandbox.answers (key, request_hash, answer) VALUES ($1, $2, $3)', [
        key,
        requestHash,
        JSON.stringify(answer),
      ]);
      return answer;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw new GatewayUnavailable(error);
    throw error;
  }
};

interface TokenRow {
  readonly behaviour: string;
  readonly expMonth: number;
  readonly expYear: number;
}

const tokenOf = async (sql: Sql, token: string): Promise<TokenRow | undefined> => {
  const [made] = await sql.query<TokenRow>('SELECT behaviour, exp_month, exp_year FROM sandbox.tokens WHERE id = $1', [
    token,
  ]);
  if (made) return made;
  const published = cardByToken(token);
  return published && { behaviour: published.token, expMonth: 12, expYear: 2040 };
};

const saveCard = (database: Database, customerRef: string, token: string, key: string): Promise<SaveCardAnswer> =>
  keyed(database, key, { saveCard: [customerRef, token] }, async (sql): Promise<SaveCardAnswer> => {
    const made = await tokenOf(sql, token);
    const card = made && cardByToken(made.behaviour);
    if (!made || !card) throw new GatewayRejected('no such token');
    if (card.save !== 'ok') return asDeclined(card.save);
    const id = newRef('card');
    await sql.query(
      'INSERT INTO sandbox.cards (id, customer_id, behaviour, brand, last4, exp_month, exp_year) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [id, customerRef, card.token, card.brand, card.last4, made.expMonth, made.expYear],
    );
    return {
      kind: 'saved',
      card: {
        gatewayRef: id,
        brand: card.brand,
        last4: card.last4,
        expMonth: made.expMonth,
        expYear: made.expYear,
        country: 'US',
        fingerprint: createHash('sha256').update(card.token).digest('hex').slice(0, 16),
      },
    };
  });

/** The embedded payment provider: real enough to fail like one, with a truth of its own that ours is compared with. */
export const makeSandboxGateway = (database: Database): PaymentGateway => ({
  name: 'sandbox',
  createCustomer: async (accountId, key) => {
    const { id } = await keyed(database, key, { createCustomer: accountId }, async (sql) => {
      const made = newRef('cus');
      await sql.query('INSERT INTO sandbox.customers (id, account_ref) VALUES ($1, $2)', [made, accountId]);
      return { id: made };
    });
    return id;
  },
  saveCard: (customerRef, token, key) => saveCard(database, customerRef, token, key),
  charge: ({ key, ...charge }) =>
    keyed(database, key, { charge }, async (sql): Promise<ChargeAnswer> => {
      const [row] = await sql.query<{ behaviour: string }>(
        'SELECT behaviour FROM sandbox.cards WHERE id = $1 AND customer_id = $2',
        [charge.cardRef, charge.customerRef],
      );
      const card = row && cardByToken(row.behaviour);
      if (!card) throw new GatewayRejected('no such card');
      const intentRef = newRef('pi');
      const chargeRef = newRef('ch');
      const decline = card.charge === 'ok' ? null : card.charge;
      await sql.query(
        `INSERT INTO sandbox.charges (id, intent_id, customer_id, card_id, attempt_id, amount_cents, currency, status, decline_code)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          chargeRef,
          intentRef,
          charge.customerRef,
          charge.cardRef,
          charge.attemptId,
          charge.amountCents,
          charge.currency,
          decline ? 'declined' : 'succeeded',
          decline?.declineCode ?? decline?.code ?? null,
        ],
      );
      return decline ? { ...asDeclined(decline), intentRef } : { kind: 'succeeded', intentRef, chargeRef };
    }),
  browserConfig: () => ({ gateway: 'sandbox', publishableKey: null }),
});

/** What the sandbox's card field sends: a listed test number becomes a token, any other is refused; neither is kept. */
export const makeCreateToken =
  (database: Database): CreateToken =>
  async ({ number, expMonth, expYear }) => {
    const card = cardByNumber(number.replace(/[\s-]/g, ''));
    if (!card) return asDeclined(unlistedNumber);
    const id = newRef('tok');
    await database.query('INSERT INTO sandbox.tokens (id, behaviour, exp_month, exp_year) VALUES ($1, $2, $3, $4)', [
      id,
      card.token,
      expMonth,
      expYear,
    ]);
    return { id, brand: card.brand, last4: card.last4 };
  };
