import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
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

/** Tries to release a call after the database failed, one a second. After a minute any call may take over the key. */
const RELEASE_TRIES = 60;

const isUnavailable = (error: unknown): boolean => error instanceof Refused && error.type === 'UNAVAILABLE';

/** Runs work that goes on after the answer. Its waits for the database do not count for the call that began it. */
type Detach = (work: () => Promise<void>) => Promise<void>;

interface Background {
  readonly detach: Detach;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Releases a call as soon as the database is back, so that a repeated call does not wait for a minute. The first try is
 * awaited, the others go on in the background.
 */
const giveUpSoon = async (
  store: IdempotencyStore,
  call: KeyedCall,
  lockedAt: string,
  { detach, wait }: Background,
): Promise<void> => {
  const isOver = () =>
    store.giveUp(call, lockedAt).then(
      () => true,
      (error: unknown) => !isUnavailable(error),
    );
  if (await isOver()) return;
  const repeat = async (): Promise<void> => {
    for (let tried = 1; tried < RELEASE_TRIES; tried += 1) {
      await wait(SECOND_MS);
      if (await isOver()) return;
    }
  };
  void detach(repeat);
};

/**
 * Runs a call once per key (INV-9, I25). A repeated call gets the first response, also a refusal. Another body under the same
 * key is refused. If the first call died, the response comes from the rows that it made.
 */
export const makeRunOnce =
  (store: IdempotencyStore, detach: Detach, wait = (ms: number) => delay<void>(ms, undefined, { ref: false })) =>
  async (
    call: KeyedCall,
    run: () => Promise<StoredAnswer>,
    asAnswer: (refused: Refused) => StoredAnswer,
    fromSubject: (subject: string) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> => {
    const state = await store.claim(call);
    if (state.kind !== 'mine' && !sameCall(state.call, call)) throw new Refused('IDEMPOTENCY_MISMATCH');
    if (state.kind === 'finished') return state.answer;
    const lockedAt = state.kind === 'mine' ? state.lockedAt : state.stale ? await store.takeOver(call) : null;
    if (lockedAt === null) throw stillRunning(state.kind === 'running' ? state.subjectId : null);

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
      if (undecided) {
        // This call only read the rows of an earlier one, so the next call may do the same.
        if (subjectId !== null) await store.giveUp(call, lockedAt);
        throw error;
      }
      if (error.type === 'UNAVAILABLE') await giveUpSoon(store, call, lockedAt, { detach, wait });
      // The secret of a challenge is not stored, so a repeated call asks the gateway for it again.
      else if (error.detail.action) await store.releaseForTakeOver(call);
      else if (passing.includes(error.type)) await store.release(call);
      else await store.finish(call, asAnswer(error));
      throw error;
    }
  };
