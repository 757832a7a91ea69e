import { createHash } from 'node:crypto';
import { Refused } from '../refused.ts';
import type { IdempotencyStore, KeyedCall, StoredAnswer } from './ports.ts';

/** What a body is known by under its key (INV-9): of two calls with one key the second has to be the same. */
export const hashBody = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');

const sameCall = (a: KeyedCall, b: KeyedCall): boolean =>
  a.method === b.method && a.path === b.path && a.bodyHash === b.bodyHash;

/** Refusals that say "not now" rather than "no": a repeated call shall look again. */
const passing: readonly string[] = ['OPERATION_IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_ERROR'];

/** Of a call that has made nothing yet nothing may ever come, should it have died: it is told apart from a payment under way. */
const stillRunning = (subjectId: string | null): Refused =>
  new Refused('OPERATION_IN_PROGRESS', subjectId === null ? { code: 'running' } : {});

/**
 * Runs a call once per key (INV-9, I25). A repeated one gets the first answer, refusals included; another body under the
 * key is refused; a call that died in the middle is answered from what it had made.
 */
export const makeRunOnce =
  (store: IdempotencyStore) =>
  async (
    call: KeyedCall,
    run: () => Promise<StoredAnswer>,
    asAnswer: (refused: Refused) => StoredAnswer,
    fromSubject: (subject: string) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> => {
    const state = await store.claim(call);
    if (state.kind !== 'mine' && !sameCall(state.call, call)) throw new Refused('IDEMPOTENCY_MISMATCH');
    if (state.kind === 'finished') return state.answer;
    if (state.kind === 'running' && (!state.stale || !(await store.takeOver(call))))
      throw stillRunning(state.subjectId);

    const subjectId = state.kind === 'running' ? state.subjectId : null;
    try {
      const answer = subjectId === null ? await run() : await fromSubject(subjectId);
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
      // What the browser needs for the challenge opens a payment and is kept nowhere: a repeated call asks for it again.
      if (error.detail.action) await store.releaseForTakeOver(call);
      else if (passing.includes(error.type)) await store.release(call);
      else await store.finish(call, asAnswer(error));
      throw error;
    }
  };
