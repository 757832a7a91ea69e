import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Answer, inject } from './client.ts';
import { expectDocumentedErrors } from './documented-errors.ts';
import { type Customer, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { BUY, START } from './shop.ts';
import { snapshot } from './snapshot.ts';

type Snapshot = Readonly<Record<string, string>>;

/** State of a test file about invalid calls. It is set before the first test. */
interface SpoiltCalls {
  h: Harness;
  /** Boston, a good card, drive Starter yearly. */
  customer: Customer;
  subscriptionId: string;
  receiptId: string;
  /**
   * Contents of all tables at the start of the test. A test that changes something checks the change and stores the new
   * contents here.
   */
  before: Snapshot;
  look(): Promise<Snapshot>;
  /** Sends a request as that customer. `options` may have another token. */
  send(options: InjectOptions): Promise<Answer<unknown>>;
}

/**
 * Expects after each test of the file that refused calls changed no table, queued no mail and logged no error (INV-23).
 * `moving` names tables that a valid session writes to.
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
