import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { anAttempt, aPurpose, aState } from '@foyer/domain/testing/builders';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPlatform } from '../../test/a-platform.ts';
import { type BillingStore, GatewayRejected, GatewayUnavailable } from './billing/ports.ts';
import { REQUEST_TIMEOUTS, retryGatewayCall, startDeadline, WORKER_TIMEOUTS } from './gateway-deadline.ts';
import { makeAddCard } from './payments/add-card.ts';
import { askGateway } from './payments/ask-gateway.ts';
import { makeCloseChallenges } from './payments/close-challenges.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ACCOUNT = 'acc_1' as AccountId;

/** A connection that is open and says nothing. */
const hang = () => new Promise<never>(() => {});
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What something came to, and after how many seconds. */
const timed = async <T>(work: Promise<T>): Promise<[T | string, number]> => {
  const start = performance.now();
  let came: [T | string, number] | undefined;
  const note = (what: T | string) => {
    came = [what, Math.round(performance.now() - start) / SECOND_MS];
  };
  work.then(note, (error: Error) => note(error.message));
  for (let second = 0; !came && second < 300; second += 1) await vi.advanceTimersByTimeAsync(SECOND_MS / 2);
  if (!came) throw new Error('it never ended');
  return came;
};

describe('the tries of one gateway call share a deadline', () => {
  const asking = (ask: (isFirst: boolean) => Promise<string>, timeouts = REQUEST_TIMEOUTS) =>
    timed(retryGatewayCall(ask, sleep, startDeadline(timeouts)));

  test('in a request the last of three comes within 10 s', async () => {
    const told: boolean[] = [];
    const silent = async (isFirst: boolean) => {
      told.push(isFirst);
      throw new GatewayUnavailable();
    };
    expect(await asking(silent)).toEqual([null, 2.5]);
    expect(told).toEqual([true, false, false]);
  });

  test('a gateway that hangs is given up on after 10 s in a request, after 15 s a try in the worker', async () => {
    expect(await asking(hang)).toEqual([null, 10]);
    expect(await asking(hang, WORKER_TIMEOUTS)).toEqual([null, 47.5]);
  });

  test('an answer that takes its time is waited for; the one after a hung try has what is left', async () => {
    const slow = async () => {
      await sleep(7 * SECOND_MS);
      return 'taken';
    };
    expect(await asking(slow)).toEqual(['taken', 7]);
    expect(await asking((isFirst) => (isFirst ? hang() : Promise.resolve('kept')))).toEqual(['kept', 8.5]);
  });

  test('a refusal is an answer: nobody asks again', async () => {
    expect(await asking(async () => Promise.reject(new GatewayRejected('no')))).toEqual(['no', 0]);
  });
});

describe('[INV-12] a gateway that hangs, while a customer waits', () => {
  const gateway = { charge: hang, cancel: hang, retrieve: hang, findByAttempt: hang, listPayments: hang };

  test('a charge is undecided after 10 s', async () => {
    const attempt = { ...anAttempt(), status: 'sending' as const, gatewayIntentRef: null };
    const wallFacts = { sentAtWall: 0, ageMs: 0, mayBeSent: false, restoredFrom: null };
    const order = { attempt, purpose: aPurpose(), customerRef: 'cus_1', cardRef: 'card_1', ...wallFacts };
    const restoredCharges = {
      useOwnKey: async () => {},
      recordRestore: async () => {},
      claimPayment: async () => 'claimed' as const,
    };
    const reads = { attemptRefs: async () => [] };
    const needs = { gateway, reads, restoredCharges, timeouts: REQUEST_TIMEOUTS };
    expect(await timed(askGateway(order, aPlatform({ wait: sleep }), needs))).toEqual([null, 10]);
  });

  test('the customer at the gateway and the card share 10 s, and the attempt is closed', async () => {
    const closed: string[] = [];
    const state = aState();
    const store = {
      lockAccount: async () => ({ state, now: 0 }),
      addSetupAttempt: async () => {},
      setGatewayCustomer: async () => {},
    } as Partial<BillingStore> as BillingStore;
    const addCard = makeAddCard(aPlatform(), {
      inTransaction: (run) => run(store),
      reads: { account: async () => null, attempt: async () => null },
      gateway: {
        createCustomer: async () => {
          await sleep(7 * SECOND_MS);
          return 'cus_1';
        },
        saveCard: hang,
      },
      gatewayCustomer: async () => ({ ref: null, key: 'customer:1' }),
      closeChallenges: async () => {},
      settleSetup: async (_accountId, _attemptId, { kind }) => {
        closed.push(kind);
        return null;
      },
      throwUnlessSucceeded: async (attempt) => attempt,
      addressFirst: () => false,
    });
    expect(await timed(addCard(ACCOUNT, 'tok_visa'))).toEqual(['PAYMENT_GATEWAY_ERROR', 10]);
    expect(closed).toEqual(['errored']);
  });

  test('however many challenges are open, ending them takes 10 s together', async () => {
    const open = ['att_1', 'att_2', 'att_3'].map((id, index) => ({
      ...anAttempt(),
      id: id as AttemptId,
      kind: index === 2 ? ('setup' as const) : ('charge' as const),
      gatewayIntentRef: `pi_${id}`,
    }));
    const closed: string[] = [];
    const closeChallenges = makeCloseChallenges({
      reads: { openChallenges: async () => open },
      gateway,
      sendAttempt: async (id, deadline) => {
        await retryGatewayCall(hang, sleep, deadline ?? startDeadline(REQUEST_TIMEOUTS));
        closed.push(id);
        return anAttempt();
      },
      settleSetup: async (_accountId, id) => {
        closed.push(id);
        return null;
      },
      timeouts: REQUEST_TIMEOUTS,
    });
    expect(await timed(closeChallenges(ACCOUNT))).toEqual([undefined, 10]);
    expect(closed).toEqual(['att_1', 'att_2', 'att_3']);
  });
});
