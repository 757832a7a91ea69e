import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { SecurityWrites, UserOfAccount } from '../identity/ports.ts';
import type { ConsentWords } from './known-words.ts';

export type ConsentAnswer = 'yes' | 'no';

/** One answer. It is never changed. */
export interface ConsentRow extends UserOfAccount {
  readonly id: string;
  readonly article: string;
  readonly answer: ConsentAnswer;
  /** Text with version, if the server knows it. Null if the caller sent another text. */
  readonly words: ConsentWords | null;
  /** Text that the caller claims was shown, if the server does not know it. */
  readonly claimedForm: string | null;
  /** Address of the page that asked, or `api` for a text that no page of Foyer shows. */
  readonly client: string;
  /** Client that the caller named, when it differs from `client`. */
  readonly claimedClient: string | null;
  readonly answeredAt: Instant;
}

export interface ConsentReads {
  /** Returns the newest answer. Null means `unknown`. */
  answer(of: UserOfAccount, article: string): Promise<ConsentAnswer | null>;
}

export interface ConsentRows {
  add(row: ConsentRow): Promise<void>;
  setDataCollection(userId: UserId, allowed: boolean): Promise<void>;
  setCidrRestriction(userId: UserId, ranges: string | null): Promise<void>;
  setLanguage(userId: UserId, language: Language): Promise<void>;
}

export type InConsentTransaction = <T>(work: (tx: ConsentRows & SecurityWrites) => Promise<T>) => Promise<T>;
