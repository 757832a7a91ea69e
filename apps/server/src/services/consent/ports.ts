import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { SecurityWrites } from '../identity/ports.ts';
import type { ConsentWords } from './known-words.ts';

export type ConsentAnswer = 'yes' | 'no';

/** One answer, never changed afterwards. */
export interface ConsentRow {
  readonly id: string;
  readonly userId: UserId;
  readonly article: string;
  readonly answer: ConsentAnswer;
  /** Words that the server knows; null when the caller sent others. */
  readonly words: ConsentWords | null;
  /** Words that the caller says were shown, when the server does not know them. */
  readonly claimedForm: string | null;
  /** Address of ours whose page asked, or `api` for words that no page of ours shows. */
  readonly client: string;
  /** Client that the caller named, when it differs from `client`. */
  readonly claimedClient: string | null;
  readonly answeredAt: Instant;
}

export interface ConsentReads {
  /** The newest answer; null is `unknown`. */
  answer(userId: UserId, article: string): Promise<ConsentAnswer | null>;
}

export interface ConsentRows {
  add(row: ConsentRow): Promise<void>;
  setDataCollection(userId: UserId, allowed: boolean): Promise<void>;
  setCidrRestriction(userId: UserId, ranges: string | null): Promise<void>;
  setLanguage(userId: UserId, language: Language): Promise<void>;
}

export type InConsentTransaction = <T>(work: (tx: ConsentRows & SecurityWrites) => Promise<T>) => Promise<T>;
