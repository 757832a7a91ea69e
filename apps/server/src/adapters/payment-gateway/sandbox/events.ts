import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BankQuestion, GatewayEvent, UnreadableEvent } from '../../../services/billing/ports.ts';
import type { Database } from '../../postgres/database.ts';
import { asEvent } from '../as-event.ts';
import { isSigned, signEvent } from '../signature.ts';
import { answerIntent, asBankQuestion, conclude, findIntent, type IntentRow, queueEvent } from './intents.ts';

/** A signed event: the bytes of its body and the signature header. */
export interface SignedEvent {
  readonly id: string;
  readonly type: string;
  readonly raw: Buffer;
  readonly signature: string;
}

/** Faults between a gateway and its webhook. Each that is switched on affects some events at random. */
export interface EventSwitches {
  readonly duplicate?: boolean;
  readonly shuffle?: boolean;
  /** Delays some events to a later turn. */
  readonly delay?: boolean;
  readonly lose?: boolean;
}

export interface EventNeeds {
  readonly database: Database;
  readonly webhookSecret: string;
  readonly wallNow: () => Instant;
  readonly switches: EventSwitches;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const BATCH = 100;
const DELAYED = 0.5;
const LOST = 0.2;

export const readEvent = (
  raw: Buffer,
  signature: string | undefined,
  secret: string,
  now: Instant,
): GatewayEvent | UnreadableEvent => {
  if (!isSigned(raw, signature, secret, now)) return 'not_signed';
  try {
    const { id, type, object } = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
    return asEvent({ id, type, objectRef: object });
  } catch {
    return 'not_an_event';
  }
};

/** Decides payments and refunds that were pending at the last turn, as a bank does after some time. */
const settle = async (database: Database): Promise<void> => {
  const waiting = await database.query<{ id: string }>(`SELECT id FROM sandbox.intents WHERE status = 'processing'`);
  for (const { id } of waiting) {
    await database.transaction(async (sql): Promise<IntentRow | undefined> => {
      const row = await findIntent(sql, id, true);
      return row?.status === 'processing' ? conclude(sql, row, 'ok') : row;
    });
  }
  await database.transaction(async (sql) => {
    const settled = await sql.query<{ intentId: string }>(
      `UPDATE sandbox.refunds r SET status = CASE WHEN k.behaviour = 'tok_refundFail' THEN 'failed' ELSE 'succeeded' END
       FROM sandbox.charges c JOIN sandbox.cards k ON k.id = c.card_id
       WHERE c.id = r.charge_id AND (r.status = 'pending' OR r.status = 'succeeded' AND k.behaviour = 'tok_refundFail') RETURNING c.intent_id`,
    );
    for (const { intentId } of settled) await queueEvent(sql, 'charge.refund.updated', intentId);
  });
};

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);

/** Events of the sandbox gateway: takes them from its table, signs them and delivers them to the webhook. */
export const makeSandboxEvents = ({ database, webhookSecret, wallNow, switches, random }: EventNeeds) => {
  const take = async (): Promise<SignedEvent[]> => {
    await settle(database);
    const rows = await database.query<{ id: string; type: string; objectRef: string; createdAt: Instant }>(
      `WITH taken AS (
         DELETE FROM sandbox.events WHERE id IN (SELECT id FROM sandbox.events ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, type, object_ref, created_at)
       SELECT * FROM taken ORDER BY created_at, id`,
      [BATCH],
    );
    return rows.map(({ id, type, objectRef, createdAt }) => {
      const raw = Buffer.from(JSON.stringify({ id, type, object: objectRef, created: createdAt }));
      return { id, type, raw, signature: signEvent(raw, webhookSecret, wallNow()) };
    });
  };
  const putBack = async ({ id, type, raw }: SignedEvent): Promise<void> => {
    const { object } = JSON.parse(raw.toString('utf8')) as { object: string };
    await database.query(
      'INSERT INTO sandbox.events (id, type, object_ref) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [id, type, object],
    );
  };
  return {
    take,
    /**
     * Delivers events to `post`, with the faults that are switched on. An event that `post` does not accept is
     * delivered again later.
     */
    deliver: async (post: (event: SignedEvent) => Promise<boolean>): Promise<number> => {
      const taken = await take();
      const notLost = taken.filter(() => !(switches.lose && random() < LOST));
      const doubled = switches.duplicate ? notLost.flatMap((event) => [event, event]) : notLost;
      let delivered = 0;
      for (const event of switches.shuffle ? shuffled(doubled, random) : doubled) {
        const isDelayed = (switches.delay && random() < DELAYED) || !(await post(event));
        if (isDelayed) await putBack(event);
        else delivered += 1;
      }
      return delivered;
    },
  };
};

export type SandboxEvents = ReturnType<typeof makeSandboxEvents>;

/** Reads and answers challenges for the sandbox's bank page. Null means that there is no such challenge. */
export const makeAnswerChallenge = (database: Database) => ({
  read: async (intentRef: string): Promise<BankQuestion | null> => {
    const row = await findIntent(database, intentRef);
    return row ? asBankQuestion(database, row) : null;
  },
  answer: (intentRef: string, approved: boolean): Promise<BankQuestion | null> =>
    database.transaction(async (sql) => {
      const row = await findIntent(sql, intentRef, true);
      return row ? asBankQuestion(sql, await answerIntent(sql, row, approved)) : null;
    }),
});
