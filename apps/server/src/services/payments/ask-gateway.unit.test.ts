import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { anAttempt, aPurpose } from '@foyer/domain/testing/builders';
import { describe, expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import {
  type ChargeOrder,
  type FoundPayment,
  type GatewayIntent,
  GatewayKeyReused,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentClaim,
} from '../billing/ports.ts';
import { REQUEST_TIMEOUTS } from '../gateway-deadline.ts';
import { type AskDependencies, askGateway } from './ask-gateway.ts';

const TAKEN = { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' } as const;
const PAID: GatewayIntent = { ref: 'pi_1', attemptId: 'att_1', state: TAKEN };
const OPEN: GatewayIntent = {
  ref: 'pi_1',
  attemptId: 'att_1',
  state: { kind: 'requires_action', intentRef: 'pi_1', clientSecret: 'pi_1_secret', url: null },
};

type Word = GatewayIntent | null | 'silent' | 'refused' | 'key reused';

/** What each call of the gateway says, one after the other; the last word stays. */
interface Says {
  readonly charge?: readonly Word[];
  readonly lookUp?: Word;
  readonly cancel?: Word;
  readonly retrieve?: Word;
  /** Answers to claims of a payment; claimed if it has no more. */
  readonly claims?: PaymentClaim[];
  /** Payments of the customer. */
  readonly listed?: readonly FoundPayment[];
}

const answerWith = (word: Word): GatewayIntent | null => {
  if (word === 'key reused') throw new GatewayKeyReused('the key was used for another request');
  if (word === 'silent') throw new GatewayUnavailable();
  if (word === 'refused') throw new GatewayRejected('the key was used for another request');
  return word;
};

const callGateway = async (says: Says, order: Partial<Omit<ChargeOrder, 'attempt'>>, open: boolean) => {
  const faults: string[] = [];
  const keys: (string | null)[] = [];
  const marks: string[] = [];
  let charged = 0;
  const needs: AskDependencies = {
    gateway: {
      charge: async ({ key }) => {
        keys.push(key);
        const words = says.charge ?? [];
        charged += 1;
        const intent = answerWith(words[Math.min(charged, words.length) - 1] ?? 'silent');
        if (intent?.state.kind !== 'succeeded') throw new Error('unexpected call');
        return intent.state;
      },
      findByAttempt: async () => answerWith(says.lookUp ?? null),
      cancel: async () => answerWith(says.cancel ?? 'silent') ?? OPEN,
      retrieve: async () => answerWith(says.retrieve ?? null),
      listPayments: async () => {
        keys.push('asked');
        return says.listed ?? [];
      },
    },
    reads: { attemptRefs: async () => [{ id: 'att_known', gatewayIntentRef: 'pi_7' }] },
    restoredCharges: {
      useOwnKey: async (id) => void keys.push(`own key of ${id}`),
      recordRestore: async () => void marks.push('restored'),
      claimPayment: async () => says.claims?.shift() ?? 'claimed',
    },
    timeouts: REQUEST_TIMEOUTS,
  };
  const attempt = {
    ...anAttempt(),
    ...(open
      ? { status: 'requires_action' as const, gatewayIntentRef: 'pi_1' }
      : { status: 'sending' as const, gatewayIntentRef: null }),
    gatewayKey: says.listed ? 'period' : null,
  };
  const asked: ChargeOrder = {
    attempt,
    purpose: aPurpose(),
    customerRef: 'cus_1',
    cardRef: 'card_1',
    sentAtWall: 0,
    ageMs: 0,
    mayBeSent: false,
    restoredFrom: null,
    ...order,
  };
  const outcome = await askGateway(asked, aPlatform({ onFault: (_error, about) => void faults.push(about) }), needs);
  return { outcome, isTold: faults.length > 0, keys, marks, answer: [outcome?.kind ?? null, faults.length > 0] };
};

const OLD = { mayBeSent: true, ageMs: 11 * MINUTE_MS };

describe('[INV-2] [INV-12] what a refusal of the gateway proves about a payment', () => {
  test.each<[string, Says, Partial<ChargeOrder>, string | null, boolean]>([
    ['the very first try is refused', { charge: ['refused'] }, {}, 'errored', false],
    ['silent, then refused: it is there', { charge: ['silent', 'refused'], lookUp: PAID }, {}, 'succeeded', false],
    ['silent, then refused: not there yet', { charge: ['silent', 'refused'] }, {}, null, false],
    ['silent, then refused, and so is the look', { charge: ['silent', 'refused'], lookUp: 'refused' }, {}, null, true],
    ['sent by a dead process, refused: it is there', { charge: ['refused'], lookUp: PAID }, OLD, 'succeeded', false],
    ['sent by a dead process, refused: it never came', { charge: ['refused'] }, OLD, 'errored', false],
    ['the same, a moment after it was sent', { charge: ['refused'] }, { mayBeSent: true, ageMs: 0 }, null, false],
    ['the same, and the look is refused', { charge: ['refused'], lookUp: 'refused' }, OLD, null, true],
    [
      'too old for its key, and the look is refused',
      { lookUp: 'refused' },
      { ...OLD, ageMs: 21 * HOUR_MS },
      null,
      true,
    ],
  ])('%s', async (_title, says, order, outcome, told) => {
    expect((await callGateway(says, order, false)).answer).toEqual([outcome, told]);
  });

  test.each<[string, Says, string | null, boolean]>([
    ['it is not ended and may be passed', { cancel: 'refused', retrieve: OPEN }, 'requires_action', true],
    ['it was passed', { cancel: 'refused', retrieve: PAID }, 'succeeded', true],
    ['the gateway knows none', { cancel: 'refused', retrieve: null }, 'errored', true],
    ['nor does it say how it stands', { cancel: 'refused', retrieve: 'refused' }, null, true],
  ])('the end of a challenge is refused: %s', async (_title, says, outcome, told) => {
    expect((await callGateway(says, {}, true)).answer).toEqual([outcome, told]);
  });
});

describe('[O20] the gateway knows the key of a charge from another request', () => {
  const lost: FoundPayment = {
    ref: 'pi_9',
    attemptId: 'att_lost',
    customerRef: 'cus_1',
    amountCents: anAttempt().amountCents,
    refundedCents: 0,
    createdAt: 0,
    purpose: aPurpose({ invoiceId: 'inv_lost' }),
    key: 'period',
    state: { kind: 'succeeded', intentRef: 'pi_9', chargeRef: 'ch_9' },
  };
  const declined: FoundPayment['state'] = {
    kind: 'declined',
    intentRef: 'pi_9',
    code: 'card_declined',
    declineCode: null,
    message: 'Your card was declined.',
  };
  const asked = { kind: 'requires_action', intentRef: 'pi_9', clientSecret: 's', url: null } as const;
  const canceled: GatewayIntent = {
    ref: 'pi_9',
    attemptId: 'att_lost',
    state: { kind: 'canceled', intentRef: 'pi_9' },
  };
  const OWN = ['period', 'asked', 'own key of att_1', 'att_1:charge'];

  test.each<[string, Says, Partial<ChargeOrder>, string | null, boolean, string[]]>([
    ['its money was taken before the restore', { listed: [lost] }, {}, 'pi_9', false, ['period', 'asked']],
    [
      'with another amount: an operator decides',
      { listed: [{ ...lost, amountCents: 1 }] },
      {},
      null,
      true,
      ['period', 'asked'],
    ],
    [
      'a later look at that is not reported again',
      { listed: [{ ...lost, amountCents: 1 }] },
      OLD,
      null,
      false,
      ['period', 'asked'],
    ],
    [
      'it was declined before: charged under another key',
      { listed: [{ ...lost, state: declined }] },
      {},
      'pi_1',
      false,
      OWN,
    ],
    ['a payment in the books has it', { listed: [{ ...lost, attemptId: 'att_known' }] }, {}, 'pi_1', false, OWN],
    ['so has one that paid another attempt', { listed: [{ ...lost, ref: 'pi_7' }] }, {}, 'pi_1', false, OWN],
    ['no payment is there, but may still appear', { listed: [] }, {}, null, false, ['period', 'asked']],
    ['no payment appeared', { listed: [] }, OLD, 'pi_1', false, OWN],
    [
      'its challenge is open, and ended',
      { listed: [{ ...lost, state: asked }], cancel: canceled },
      {},
      'pi_1',
      false,
      OWN,
    ],
    [
      'its challenge was passed',
      { listed: [{ ...lost, state: asked }], cancel: PAID },
      {},
      'pi_1',
      false,
      ['period', 'asked'],
    ],
  ])('%s', async (_title, says, order, intentRef, told, keys) => {
    const done = await callGateway({ charge: ['key reused', PAID], ...says }, order, false);
    expect([done.outcome && 'intentRef' in done.outcome ? done.outcome.intentRef : null, done.isTold]).toEqual([
      intentRef,
      told,
    ]);
    expect(done.keys).toEqual(keys);
  });

  test('a restored database asks before each charge, and any other only if the key is known', async () => {
    const RESTORED = { restoredFrom: 1 };
    const sent = { charge: [PAID], listed: [] };
    expect((await callGateway(sent, {}, false)).keys).toEqual(['period']);
    expect((await callGateway(sent, RESTORED, false)).keys).toEqual(['asked', 'period']);
    const taken = await callGateway({ ...sent, listed: [lost] }, RESTORED, false);
    expect([taken.outcome, taken.keys, taken.marks]).toEqual([lost.state, ['asked'], []]);
    const doubtful = await callGateway({ ...sent, listed: [{ ...lost, amountCents: 1 }] }, RESTORED, false);
    expect([doubtful.outcome, doubtful.keys, doubtful.isTold]).toEqual([null, ['asked'], true]);
    // An operator or another attempt was faster, so the list is compared again.
    const late = await callGateway({ ...sent, listed: [lost], claims: ['placed'] }, RESTORED, false);
    expect([late.outcome, late.keys]).toEqual([lost.state, ['asked', 'asked']]);
    const over = await callGateway({ ...sent, listed: [lost], claims: ['over'] }, RESTORED, false);
    expect([over.outcome, over.keys]).toEqual([null, ['asked']]);
    const found = await callGateway({ charge: ['key reused'], listed: [lost] }, {}, false);
    expect(found.marks).toEqual(['restored']);
  });
});
