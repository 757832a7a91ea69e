import { createHash } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { ConsentAnswer, ConsentReads, ConsentRows, InConsentTransaction } from './ports.ts';

/** The article behind the switch "Allow app usage data collection": its answer is a setting of the user too (CO-02). */
export const USAGE_DATA = 'usage-data';

export interface ConsentNeeds {
  readonly inTransaction: InConsentTransaction;
  /** What one may be asked about is the vendor's choice. */
  readonly articles: readonly string[];
  readonly newId: () => string;
  readonly wallNow: () => Instant;
}

export interface GivenAnswer {
  readonly article: string;
  readonly answer: ConsentAnswer;
  /** The exact words that were on the screen. */
  readonly form: string;
  readonly client: string;
}

/** Writes an answer as a row of its own, also when it is the same as before, and what depends on it. */
export const storeAnswer = async (
  tx: ConsentRows & SecurityWrites,
  {
    principal,
    origin,
    given,
    id,
    now,
  }: {
    readonly principal: Principal;
    readonly origin: Origin;
    readonly given: GivenAnswer;
    readonly id: string;
    readonly now: Instant;
  },
): Promise<void> => {
  await tx.add({
    id,
    userId: principal.userId,
    article: given.article,
    answer: given.answer,
    formText: given.form,
    formVersion: createHash('sha256').update(given.form).digest('hex'),
    client: given.client,
    answeredAt: now,
  });
  if (given.article === USAGE_DATA) await tx.setDataCollection(principal.userId, given.answer === 'yes');
  await tx.record({
    type: 'consent_changed',
    accountId: principal.accountId,
    sessionId: principal.sessionId,
    address: origin.address,
    userAgent: origin.userAgent,
    requestId: origin.requestId,
  });
};

/** CO-01: the answer and the exact text it was given to are kept with time and version; withdrawing is the same call. */
export const makeAnswerArticle =
  ({ inTransaction, articles, newId, wallNow }: ConsentNeeds) =>
  async (principal: Principal, given: GivenAnswer, origin: Origin): Promise<Instant> => {
    if (!articles.includes(given.article)) throw new Refused('NOT_FOUND');
    return inTransaction(async (tx) => {
      if (!(await tx.lockUser(principal.userId))) throw new Refused('INVALID_TOKEN');
      // Under the lock: of two tabs the one that comes second has the newer row, and says what the setting is.
      const now = wallNow();
      await storeAnswer(tx, { principal, origin, given, id: newId(), now });
      return now;
    });
  };

export const makeReadArticle =
  ({ reads, articles }: { readonly reads: Pick<ConsentReads, 'answer'>; readonly articles: readonly string[] }) =>
  async ({ userId }: Principal, article: string): Promise<ConsentAnswer | null> => {
    if (!articles.includes(article)) throw new Refused('NOT_FOUND');
    return reads.answer(userId, article);
  };
