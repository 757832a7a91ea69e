import type { CommandResult, CommandStatus } from '@foyer/contract/api/commands';
import type { ErrorBody } from '@foyer/contract/api/route';
import { Refused } from '../refused.ts';
import type { IdempotencyStore, KeyRecord, Progress, StoredAnswer } from './ports.ts';

interface Dependencies {
  readonly store: Pick<IdempotencyStore, 'find'>;
  /** Returns the ids in the subject of a key. */
  readonly resultOf: (subject: string) => CommandResult;
  /** Reads the state of the subject of a key. Throws `Refused` if its payment failed. */
  readonly readProgress: (accountId: string, subject: string) => Promise<Progress>;
}

const UNKNOWN: CommandStatus = { status: 'unknown' };
const NO_IDS: CommandResult = { subscriptionIds: [], receiptId: null, oneTimePurchaseId: null, paymentMethodId: null };

const asRefused = ({ statusCode, response }: StoredAnswer): CommandStatus => ({
  status: 'refused',
  httpStatus: statusCode,
  body: response as ErrorBody,
});

/**
 * Returns the ids in a stored response. Two calls bind no subject: a switched renewal answers with its subscription, a saved
 * card with the card.
 */
const idsOfResponse = (response: unknown): CommandResult => {
  const { id, subscription } = (response ?? {}) as { id?: string; subscription?: object };
  if (id === undefined) return NO_IDS;
  return subscription ? { ...NO_IDS, subscriptionIds: [id] } : { ...NO_IDS, paymentMethodId: id };
};

/**
 * Reads the outcome of a command by its `Idempotency-Key` (INV-9). It never takes a key over and asks no gateway, so a
 * caller may ask at any time. Rows that a call has committed count before the state of its key, because its process may be dead.
 */
export const makeReadCommand = ({ store, resultOf, readProgress }: Dependencies) => {
  const outcomeOf = async (accountId: string, record: KeyRecord): Promise<CommandStatus> => {
    const { kind, subjectId } = record;
    if (kind === 'finished') {
      if (record.answer.statusCode >= 400) return asRefused(record.answer);
      return { status: 'done', ...(subjectId === null ? idsOfResponse(record.answer.response) : resultOf(subjectId)) };
    }
    if (subjectId === null) return record.stale ? UNKNOWN : { status: 'running', attemptId: null };
    const progress = await readProgress(accountId, subjectId);
    if (progress.kind === 'undecided') return { status: 'running', attemptId: progress.attemptId };
    return { status: 'done', ...progress.result };
  };

  return async (
    accountId: string,
    key: string,
    asAnswer: (refused: Refused) => StoredAnswer,
  ): Promise<CommandStatus> => {
    const record = await store.find(accountId, key);
    if (!record) return UNKNOWN;
    try {
      return await outcomeOf(accountId, record);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return asRefused(asAnswer(error));
    }
  };
};
