import type { AttemptStatus } from '@foyer/contract/vocabulary/record-words';
import type { Attempt } from '@foyer/domain/state/entities';
import { anAttempt } from '@foyer/domain/testing/builders';
import { describe, expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import { makeProcessWebhooks } from './webhooks.ts';

const unused = async () => Promise.reject(new Error('unexpected call'));

/** An event about one payment, which is taken at the gateway, and who is told what of it. */
const process = async (status: AttemptStatus, payer: Attempt | null = null) => {
  const told: string[] = [];
  const done: string[] = [];
  const platform = aPlatform({
    onFault: (error) => void told.push(error instanceof Error ? error.message : String(error)),
  });
  const work = makeProcessWebhooks(platform, {
    gateway: {
      name: 'sandbox',
      retrieve: async () => ({
        ref: 'pi_1',
        attemptId: 'att_1',
        state: { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' },
      }),
      readCard: unused,
      hasOpenDispute: unused,
    },
    store: {
      add: unused,
      take: async () => [
        { eventId: 'evt_1', type: 'payment_intent.succeeded', objectRef: 'pi_1', tries: 1, isLastTry: false },
      ],
      done: async (_gateway, eventId) => void done.push(eventId),
      tried: unused,
      giveUp: unused,
      markDisputed: unused,
      refreshCard: unused,
    },
    reads: { attempt: async () => ({ ...anAttempt(), status }), attemptOfCharge: async () => payer },
    followCharge: unused,
    settleSetup: unused,
    followRefunds: unused,
    followDispute: unused,
  });
  await work();
  return { told, done };
};

describe('[INV-2] an event says that a payment was taken which is decided in our books', () => {
  test.each<[AttemptStatus, boolean]>([
    ['succeeded', false],
    ['errored', true],
    ['canceled', true],
    ['declined', true],
  ])('as %s: a person is told %s', async (status, isTold) => {
    const { told, done } = await process(status);
    expect(done).toEqual(['evt_1']);
    expect(told).toEqual(isTold ? [expect.stringContaining(status)] : []);
    // After a restore the payment may have paid the attempt that followed.
    expect(await process(status, anAttempt({ id: 'att_2', status: 'succeeded' }))).toEqual({ told: [], done });
  });
});
