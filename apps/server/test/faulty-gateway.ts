import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from '../src/services/billing/ports.ts';

/**
 * `silent-before`: the call never arrives. `silent-after`: it is carried out and the answer is lost. `rejected`: the
 * gateway refuses for a reason that is not the card's. `dies`: our process ends before it asks.
 */
export type GatewayFault = 'silent-before' | 'silent-after' | 'rejected' | 'dies';

const names = [
  'createCustomer',
  'saveCard',
  'charge',
  'retrieve',
  'cancel',
  'refund',
  'refundsOf',
  'detachCard',
  'deleteCustomer',
] as const;
type Call = (typeof names)[number];

/** Stands for a process that is gone: nothing of ours knows this error, so nothing handles it. */
class ProcessDied extends Error {}

export interface GatewayFaults {
  /** From now on, the `nth` call (1 is the next) and the `times - 1` after it go wrong. */
  fail(call: Call, how: GatewayFault, at?: { nth?: number; times?: number }): void;
  /** The next such call waits before it is sent, or with its answer, until the function returned is called. */
  hold(call: Call, what?: 'call' | 'answer'): { arrived: Promise<void>; release: () => void };
  clear(): void;
  /**
   * Amounts of lost disputes by the gateway's id of the charge, because the sandbox has no bank that keeps the money.
   */
  readonly lost: Map<string, number>;
  /** How often each call was made, faults included. */
  readonly calls: Readonly<Record<Call, number>>;
}

/** The gateway with a fault put in its way. */
export const withGatewayFaults = (inner: PaymentGateway): { gateway: PaymentGateway; faults: GatewayFaults } => {
  const calls = Object.fromEntries(names.map((name) => [name, 0])) as Record<Call, number>;
  const held = new Map<Call, { what: 'call' | 'answer'; arrive: () => void; released: Promise<void> }>();
  const lost = new Map<string, number>();
  let plan: { call: Call; how: GatewayFault; from: number; until: number } | null = null;

  const run = async <Answer>(call: Call, ask: () => Promise<Answer>): Promise<Answer> => {
    calls[call] += 1;
    const fault = plan?.call === call && calls[call] >= plan.from && calls[call] < plan.until ? plan.how : null;
    const gate = held.get(call);
    held.delete(call);
    const waitAtGate = async (what: 'call' | 'answer'): Promise<void> => {
      if (gate?.what !== what) return;
      gate.arrive();
      await gate.released;
    };
    await waitAtGate('call');
    if (fault === 'dies') throw new ProcessDied(`simulated kill: the process ended here, before ${call}`);
    if (fault === 'rejected') throw new GatewayRejected(`simulated refusal of ${call}: the account is not set up`);
    if (fault === 'silent-before') throw new GatewayUnavailable();
    const answer = await ask();
    await waitAtGate('answer');
    if (fault === 'silent-after') throw new GatewayUnavailable();
    return answer;
  };

  return {
    gateway: {
      ...inner,
      createCustomer: (accountId, key) => run('createCustomer', () => inner.createCustomer(accountId, key)),
      saveCard: (order) => run('saveCard', () => inner.saveCard(order)),
      charge: (charge) => run('charge', () => inner.charge(charge)),
      retrieve: (ref) => run('retrieve', () => inner.retrieve(ref)),
      cancel: (ref) => run('cancel', () => inner.cancel(ref)),
      refund: (order) => run('refund', () => inner.refund(order)),
      refundsOf: (intentRef) => run('refundsOf', () => inner.refundsOf(intentRef)),
      detachCard: (card) => run('detachCard', () => inner.detachCard(card)),
      deleteCustomer: (customer) => run('deleteCustomer', () => inner.deleteCustomer(customer)),
      lostCentsOf: async (intentRef) => lost.get(intentRef) ?? inner.lostCentsOf(intentRef),
      hasOpenDispute: async (intentRef) => !lost.has(intentRef) && (await inner.hasOpenDispute(intentRef)),
      browserConfig: () => inner.browserConfig(),
    },
    faults: {
      fail: (call, how, { nth = 1, times = Number.POSITIVE_INFINITY } = {}) => {
        const from = calls[call] + nth;
        plan = { call, how, from, until: from + times };
      },
      hold: (call, what = 'call') => {
        const arrived = Promise.withResolvers<void>();
        const released = Promise.withResolvers<void>();
        held.set(call, { what, arrive: arrived.resolve, released: released.promise });
        return { arrived: arrived.promise, release: released.resolve };
      },
      clear: () => {
        plan = null;
      },
      lost,
      calls,
    },
  };
};
