import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Answer, inject } from './client.ts';
import { expectDocumentedErrors } from './documented-errors.ts';
import { type Customer, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { BUY, START } from './shop.ts';
import { snapshot } from './snapshot.ts';

type Snapshot = Readonly<Record<string, string>>;

/** What a file about bad calls works with; it is filled before the first test. */
interface SpoiltCalls {
  h: Harness;
  /** Boston, a good card, drive Starter yearly. */
  customer: Customer;
  subscriptionId: string;
  receiptId: string;
  /** What every table held when the test began; a test that may change something looks at what, and writes it here. */
  before: Snapshot;
  look(): Promise<Snapshot>;
  /** Calls as that customer; another token stands in the options. */
  send(options: InjectOptions): Promise<Answer<unknown>>;
}

/**
 * Nothing that is refused leaves a trace, and none of it is a fault of ours (INV-23): after each test of the file that calls
 * this every table is as it was before it, no mail is queued, and the log is quiet. `moving` are tables that a genuine session writes to.
 */
export const spoilCalls = (options: HarnessOptions & { readonly moving?: readonly string[] } = {}): SpoiltCalls => {
  const { moving = [], ...harness } = options;
  const calls = {
    send: ({ headers, ...call }) =>
      inject(calls.h.app, { ...call, headers: { 'x-is-at': calls.customer.client.accessToken, ...headers } }),
    look: async () => {
      const tables = Object.entries(await snapshot(calls.h.database));
      const still = tables.filter(([name]) => !moving.includes(name));
      return Object.fromEntries([...still, ['mails', `${calls.h.queued.length}`]]);
    },
  } as SpoiltCalls;

  beforeAll(async () => {
    calls.h = await startHarness(harness);
    calls.customer = await calls.h.makeCustomer({ card: 'tok_visa', clock: START });
    const bought = await calls.customer.client.post<{ id: string; receipt: { id: string } }>(BUY, {
      planId: 'pln_drive_starter',
    });
    calls.subscriptionId = bought.body.id;
    calls.receiptId = bought.body.receipt.id;
  });
  beforeEach(async () => {
    calls.before = await calls.look();
  });
  afterEach(async () => {
    calls.h.log.expectQuiet();
    expect(await calls.look()).toEqual(calls.before);
  });
  afterAll(async () => {
    await expectDocumentedErrors(calls.h.app);
    await calls.h.stop();
  });
  return calls;
};
