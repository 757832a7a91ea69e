import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import { anAttempt, aPurpose } from '@foyer/domain/testing/builders';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import { bounded } from '../../adapters/bounded.ts';
import { type ChargeAnswer, GatewayUnavailable } from '../billing/ports.ts';
import { WORKER_TIMEOUTS } from '../gateway-deadline.ts';
import { type ChargeBatchDependencies, GATEWAY_CONCURRENCY, makeSendAttempts } from './charge-batch.ts';
import { makeProlongLeases } from './prolong-leases.ts';

const idsOf = (count: number): AttemptId[] => Array.from({ length: count }, (_, index) => `att_${index}` as AttemptId);

interface World {
  readonly answer?: (attemptId: string) => Promise<ChargeAnswer>;
  readonly unknown?: readonly AttemptId[];
}

/** A batch whose transactions all fail, so that every answer comes to be recorded by itself. */
const aBatch = ({ answer, unknown = [] }: World = {}) => {
  const recorded: string[] = [];
  const faults: string[] = [];
  const leased: { ids: () => readonly AttemptId[]; over: boolean } = { ids: () => [], over: false };
  const attempt = anAttempt();
  const needs: ChargeBatchDependencies = {
    reads: {
      chargeOrders: async (attemptIds) =>
        attemptIds
          .filter((id) => !unknown.includes(id))
          .map((id) => ({
            attempt: { ...attempt, id, status: 'sending', gatewayIntentRef: null },
            purpose: aPurpose(),
            customerRef: 'cus_1',
            cardRef: 'card_1',
            sentAtWall: 0,
            ageMs: 0,
            mayBeSent: false,
            restoredFrom: null,
          })),
      chargeOrder: async () => null,
      attempt: async () => null,
      attemptRefs: async () => [],
    },
    inTransaction: async () => {
      throw new Error('the batch cannot be stored');
    },
    sendAttempt: async () => attempt,
    settleCharge: async (_accountId, attemptId) => {
      if (attemptId === 'att_3') throw new Error('nor can this one');
      recorded.push(attemptId);
      return attempt;
    },
    gateway: {
      charge: async ({ attemptId }) =>
        answer ? answer(attemptId) : { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' },
      cancel: async () => Promise.reject(new Error('unexpected call')),
      retrieve: async () => null,
      findByAttempt: async () => null,
      listPayments: async () => [],
    },
    restoredCharges: { useOwnKey: async () => {}, recordRestore: async () => {}, claimPayment: async () => 'claimed' },
    timeouts: WORKER_TIMEOUTS,
    prolongLeases: (ids) => {
      leased.ids = ids;
      return () => {
        leased.over = true;
      };
    },
    atGateway: bounded(GATEWAY_CONCURRENCY, Number.POSITIVE_INFINITY),
  };
  const platform = aPlatform({ onFault: (_error, about) => void faults.push(about.replace('payment ', '')) });
  return { send: makeSendAttempts(platform, needs), recorded, faults, leased };
};

describe('sending a batch of attempts', () => {
  test('never more calls at once than agreed, of two batches together, and all of them in the end', async () => {
    let running = 0;
    let most = 0;
    const { send, recorded } = aBatch({
      answer: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' };
      },
    });
    const all = idsOf(100);
    await Promise.all([send(all.slice(0, 60)), send(all.slice(60))]);
    expect(most).toBe(GATEWAY_CONCURRENCY);
    expect(recorded).toHaveLength(99);
  });

  test('answers that cannot be recorded together are recorded one by one; one that cannot at all stops no other', async () => {
    const { send, recorded, faults } = aBatch();
    await send(idsOf(6));
    expect(recorded).toEqual(['att_0', 'att_1', 'att_2', 'att_4', 'att_5']);
    expect(faults).toEqual(['att_3']);
  });

  test('what cannot be sent is told; what the gateway is silent about is left to recovery', async () => {
    const { send, recorded, faults } = aBatch({
      unknown: ['att_1' as AttemptId],
      answer: async (id) => {
        if (id === 'att_2') throw new GatewayUnavailable();
        if (id === 'att_4') throw new Error('unknown error of the gateway');
        return { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' };
      },
    });
    await send(idsOf(6));
    expect(recorded).toEqual(['att_0', 'att_5']);
    expect(faults).toEqual(['att_1', 'att_4', 'att_3']);
  });

  test('leases are kept for those that wait for their turn or their answer, and let go at the end', async () => {
    const asked = Promise.withResolvers<void>();
    const { send, leased } = aBatch({
      answer: async () => {
        await asked.promise;
        return { kind: 'processing', intentRef: 'pi_1' };
      },
    });
    const running = send(idsOf(20));
    await new Promise(setImmediate);
    expect(leased.ids()).toHaveLength(20);
    asked.resolve();
    await running;
    expect([leased.ids(), leased.over]).toEqual([[], true]);
  });
});

describe('keeping leases', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('one statement every 20 s for those that still wait, none when nobody does, and none after the end', async () => {
    const prolonged: (readonly string[])[] = [];
    let waiting = idsOf(3);
    const prolongLeases = makeProlongLeases(aPlatform(), { prolong: async (ids) => void prolonged.push(ids) });
    const stopProlonging = prolongLeases(() => waiting);
    vi.advanceTimersByTime(19_999);
    expect(prolonged).toEqual([]);
    vi.advanceTimersByTime(20_001);
    expect(prolonged).toEqual([idsOf(3), idsOf(3)]);
    waiting = [];
    vi.advanceTimersByTime(20_000);
    stopProlonging();
    waiting = idsOf(1);
    vi.advanceTimersByTime(60_000);
    expect(prolonged).toHaveLength(2);
  });

  test('a database that does not answer is told, and the next turn comes all the same', async () => {
    const faults: string[] = [];
    const stopProlonging = makeProlongLeases(aPlatform({ onFault: (_error, about) => void faults.push(about) }), {
      prolong: async () => Promise.reject(new Error('no answer')),
    })(() => idsOf(1));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(faults).toEqual(['leases of the batch of payment att_0', 'leases of the batch of payment att_0']);
    stopProlonging();
  });
});
