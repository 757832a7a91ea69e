import type { CommandResult } from '@foyer/contract/api/commands';

/** Call with an `Idempotency-Key` (INV-9). */
export interface KeyedCall {
  /** Owner of the key: a customer's account or an operator. */
  readonly owner: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
}

export interface StoredAnswer {
  readonly statusCode: number;
  readonly response: unknown;
}

/** Stored row of a key. `subjectId` is what the call made, as text of its service; null if it made nothing that is bound. */
export type KeyRecord =
  | {
      readonly kind: 'finished';
      readonly call: KeyedCall;
      readonly subjectId: string | null;
      readonly answer: StoredAnswer;
    }
  /** `stale`: the process of the call counts as dead. */
  | { readonly kind: 'running'; readonly call: KeyedCall; readonly subjectId: string | null; readonly stale: boolean };

/** `lockedAt`: time of the claim, as the database writes it. It identifies the claim. */
export type KeyState = { readonly kind: 'mine'; readonly lockedAt: string } | KeyRecord;

/** State of a call, from the rows it made. `undecided`: its payment is undecided. */
export type Progress =
  | { readonly kind: 'undecided'; readonly attemptId: string }
  | { readonly kind: 'done'; readonly result: CommandResult };

export interface IdempotencyStore {
  /** Claims the key for this call, or returns its current use. A key older than 72 h counts as new. */
  claim(call: KeyedCall): Promise<KeyState>;
  /** Returns the row of a key; null without one, and if it is older than 72 h. */
  find(owner: string, key: string): Promise<KeyRecord | null>;
  /** Takes over a key whose process died. Returns the time of the new claim; null if another call was faster. */
  takeOver(call: KeyedCall): Promise<string | null>;
  finish(call: KeyedCall, answer: StoredAnswer): Promise<void>;
  release(call: KeyedCall): Promise<void>;
  /** Releases a call without a stored answer. The next call with its key is answered from its rows, or runs again. */
  releaseForTakeOver(call: KeyedCall): Promise<void>;
  /**
   * Releases a call that the database interrupted, if its claim of `lockedAt` still holds. Its payment goes to recovery
   * at once, because this process sends it no more.
   */
  giveUp(call: KeyedCall, lockedAt: string): Promise<void>;
}
