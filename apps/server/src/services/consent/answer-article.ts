import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { FindConsentWords } from './known-words.ts';
import type { ConsentAnswer, ConsentReads, ConsentRow, ConsentRows, InConsentTransaction } from './ports.ts';

/** Article of the switch "Allow app usage data collection". Its answer is also a setting of the user (CO-02). */
export const USAGE_DATA = 'usage-data';

export interface ConsentDependencies {
  readonly inTransaction: InConsentTransaction;
  /** Articles that the vendor configured. */
  readonly articles: readonly string[];
  readonly findWords: FindConsentWords;
  /** Site of a host name: that of the call if Foyer serves it, otherwise that of PUBLIC_URL. */
  readonly siteOf: (hostname: string) => { readonly origin: string };
}

/** Answer in a request. The server does not trust its text and client. */
export interface SentAnswer {
  readonly article: string;
  readonly answer: ConsentAnswer;
  readonly form: string;
  readonly client: string;
}

type GivenAnswer = Omit<ConsentRow, 'id' | 'userId' | 'accountId' | 'answeredAt'>;

/** Client of a text that no page of Foyer shows. */
const API = 'api';

/** Stores text and client as proof only if the server knows them. Otherwise they are stored as claims of the caller (L13). */
const givenOf = (
  { findWords, siteOf }: Pick<ConsentDependencies, 'findWords' | 'siteOf'>,
  { article, answer, form, client: named }: SentAnswer,
  hostname: string,
): GivenAnswer => {
  const words = findWords(article, form);
  const client = words ? siteOf(hostname).origin : API;
  return {
    article,
    answer,
    words,
    claimedForm: words ? null : form,
    client,
    claimedClient: named === client ? null : named,
  };
};

/** Stores an answer as a separate row, also if it repeats the last one, with its dependent writes. */
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
    ...given,
    id,
    userId: principal.userId,
    accountId: principal.accountId,
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

/** Stores an answer with its exact text, version and time (CO-01). The same call withdraws a consent. */
export const makeAnswerArticle =
  ({ wallNow, newId }: Platform, { inTransaction, articles, ...known }: ConsentDependencies) =>
  async (
    principal: Principal,
    sent: SentAnswer,
    { origin, hostname }: { readonly origin: Origin; readonly hostname: string },
  ): Promise<Instant> => {
    if (!articles.includes(sent.article)) throw new Refused('NOT_FOUND');
    const given = givenOf(known, sent, hostname);
    return inTransaction(async (tx) => {
      if (!(await tx.lockUser(principal.userId))) throw new Refused('INVALID_TOKEN');
      // Read under the lock, so that the later of two tabs has the newer row and decides the setting.
      const now = wallNow();
      await storeAnswer(tx, { principal, origin, given, id: newId('consent'), now });
      return now;
    });
  };

export const makeReadArticle =
  ({ reads, articles }: { readonly reads: Pick<ConsentReads, 'answer'>; readonly articles: readonly string[] }) =>
  async (principal: Principal, article: string): Promise<ConsentAnswer | null> => {
    if (!articles.includes(article)) throw new Refused('NOT_FOUND');
    return reads.answer(principal, article);
  };
