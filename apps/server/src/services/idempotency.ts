import { createHash } from 'node:crypto';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { Refused } from './refused.ts';

/** A call that names an `Idempotency-Key` (billing.md §3). */
export interface KeyedCall {
  readonly accountId: AccountId;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
}

export interface StoredAnswer {
  readonly statusCode: number;
  readonly response: unknown;
}

export type KeyState =
  | { readonly kind: 'mine' }
  | { readonly kind: 'finished'; readonly call: KeyedCall; readonly answer: StoredAnswer }
  | { readonly kind: 'running'; readonly call: KeyedCall; readonly subjectId: string | null; readonly stale: boolean };

export interface IdempotencyStore {
  /** Takes the key for this call, or says what it is used for already. A key older than 72 h counts as new. */
  claim(call: KeyedCall): Promise<KeyState>;
  /** Takes over a key whose process is gone; false when somebody else was faster. */
  takeOver(call: KeyedCall): Promise<boolean>;
  finish(call: KeyedCall, answer: StoredAnswer): Promise<void>;
  release(call: KeyedCall): Promise<void>;
}

export const hashBody = (body: unknown): string => createHash('sha256').update(JSON.stringify(body ?? null)).digest('base64url');

const sameCall = (a: KeyedCall, b: KeyedCall): boolean => a.method === b.method && a.path === b.path && a.bodyHash === b.bodyHash;

/** Refusals that say "not now" rather than "no": a repeated call shall look again. */
const passing: readonly string[] = ['OPERATION_IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_ERROR'];

/**
 * Runs a call once per key (INV-9, I25). A repeated one gets the first answer, refusals included; another body under the
 * key is refused; a call that died in the middle is answered from what became of its payment attempt.
 */
export const makeRunOnce =
  (store: IdempotencyStore) =>
  async (
    call: KeyedCall,
    run: () => Promise<StoredAnswer>,
    asAnswer: (refused: Refused) => StoredAnswer,
    fromAttempt: (attemptId: string) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> => {
    const state = await store.claim(call);
    if (state.kind !== 'mine' && !sameCall(state.call, call)) throw new Refused('IDEMPOTENCY_MISMATCH');
    if (state.kind === 'finished') return state.answer;
    if (state.kind === 'running' && !state.stale) throw new Refused('OPERATION_IN_PROGRESS');
    if (state.kind === 'running' && !(await store.takeOver(call))) throw new Refused('OPERATION_IN_PROGRESS');

    const subjectId = state.kind === 'running' ? state.subjectId : null;
    try {
      const answer = subjectId === null ? await run() : await fromAttempt(subjectId);
      await store.finish(call, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) {
        // The process lives, so nothing is half known here except a charge, whose attempt the key then names.
        await store.release(call).catch(() => undefined);
        throw error;
      }
      const undecided = error.type === 'PAYMENT_GATEWAY_ERROR' && error.detail.code === 'undecided';
      if (undecided) throw error;
      if (passing.includes(error.type)) await store.release(call);
      else await store.finish(call, asAnswer(error));
      throw error;
    }
  };
