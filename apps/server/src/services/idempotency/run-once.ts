import { createHash } from 'node:crypto';
import { Refused } from '../refused.ts';
import type { IdempotencyStore, KeyedCall, StoredAnswer } from './ports.ts';

/** Hash of a request body (INV-9). Two calls with one key must have the same body. */
export const hashBody = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');

const sameCall = (a: KeyedCall, b: KeyedCall): boolean =>
  a.method === b.method && a.path === b.path && a.bodyHash === b.bodyHash;

/** Refusals that may not last, so a repeated call runs again. */
const passing: readonly string[] = ['OPERATION_IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_ERROR'];

/**
 * Refusal of a repeated call while the first one runs. With the code `running` the first call has made no rows yet, and may
 * have died without any.
 */
const stillRunning = (subjectId: string | null): Refused =>
  new Refused('OPERATION_IN_PROGRESS', subjectId === null ? { code: 'running' } : {});

/**
 * Runs a call once per key (INV-9, I25). A repeated call gets the first response, also a refusal. Another body under the same
 * key is refused. If the first call died, the response comes from the rows that it made.
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
        // This process still runs, so nothing is incomplete except an undecided charge, whose attempt is bound to the key.
        await store.release(call).catch(() => undefined);
        throw error;
      }
      const undecided = error.type === 'PAYMENT_GATEWAY_ERROR' && error.detail.code === 'undecided';
      if (undecided) throw error;
      // The secret of a challenge is not stored, so a repeated call asks the gateway for it again.
      if (error.detail.action) await store.releaseForTakeOver(call);
      else if (passing.includes(error.type)) await store.release(call);
      else await store.finish(call, asAnswer(error));
      throw error;
    }
  };
