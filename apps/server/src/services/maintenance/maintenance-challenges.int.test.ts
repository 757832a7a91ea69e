import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, deliverEvents, expectChallenge } from '../../../test/challenges.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import {
  extend,
  maintenanceOf,
  makeLicenceHolder,
  optionsFor,
  purchaseOf,
  ULTIMATE_YEAR,
} from '../../../test/licences.ts';
import { amounts, expectAllRight, refusal } from '../../../test/shop.ts';

const ENDS = '2027-01-10T12:00:00.000Z';

const EXTENDED = '2028-01-10T12:00:00.000Z';
let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.faults.clear();
  await expectAllRight(h);
});
afterAll(() => h.stop());

describe('[MA-03] a bank that does not say yes at once', () => {
  test('3-D Secure: told with the challenge, pending meanwhile, and done when it is answered', async () => {
    const { customer, id } = await makeLicenceHolder(h, { card: CHALLENGE_CARD });
    const action = await expectChallenge(extend(customer, id, ULTIMATE_YEAR, 'step'));
    const [open] = await h.database.query<{ id: string }>('SELECT id FROM one_time_purchases WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect((await purchaseOf(customer, open?.id ?? '')).body.status).toBe('pending');
    expect((await optionsFor(customer, id)).body.pendingPurchaseId).toBeNull();

    await answerBank(h, action.attemptId, 'approve');
    const done = await confirm(customer, action.attemptId);
    expect([done.status, done.body]).toEqual([
      200,
      { oneTimePurchaseId: open?.id, status: 'success', newExpiration: EXTENDED },
    ]);
    expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
    expect(await amounts(h, customer)).toEqual([43_300]);
  });

  test('a challenge left open stands in nobody’s way: the new try ends it', async () => {
    const { customer, id } = await makeLicenceHolder(h, { card: CHALLENGE_CARD });
    await expectChallenge(extend(customer, id));
    const second = await expectChallenge(extend(customer, id));
    await answerBank(h, second.attemptId, 'approve');
    await confirm(customer, second.attemptId);
    expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
    const rows = await h.database.query<{ status: string }>(
      'SELECT status FROM one_time_purchases WHERE account_id = $1 ORDER BY id',
      [customer.accountId],
    );
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'success']);
  });

  test('a challenge nobody answers ends after 23 h, and the purchase with it', async () => {
    const { customer, id } = await makeLicenceHolder(h, { card: CHALLENGE_CARD });
    await expectChallenge(extend(customer, id));
    await h.advance(customer, { by: 'P1D' });
    const [purchase] = await h.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM one_time_purchases WHERE account_id = $1',
      [customer.accountId],
    );
    expect(purchase?.status).toBe('failed');
    expect(await refusal(purchaseOf(customer, purchase?.id ?? ''))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  });

  test.each(['silent-before', 'silent-after'] as const)(
    'a gateway that is %s: 202 pending, a second purchase is 409, and recovery makes it right with one charge',
    async (how) => {
      const { customer, id } = await makeLicenceHolder(h);
      h.faults.fail('charge', how);
      const started = await extend(customer, id, ULTIMATE_YEAR, 'step');
      expect([started.status, started.body.status]).toEqual([202, 'pending']);
      const purchaseId = started.body.oneTimePurchaseId;
      expect((await purchaseOf(customer, purchaseId)).body.status).toBe('pending');
      expect((await optionsFor(customer, id)).body.pendingPurchaseId).toBe(purchaseId);
      expect(await refusal(extend(customer, id))).toEqual([409, 'OPERATION_IN_PROGRESS']);
      expect(await maintenanceOf(h, customer, id)).toBe(ENDS);

      h.faults.clear();
      await h.expireLeases();
      expect(await h.work.recoverAttempts()).toBe(1);
      expect((await purchaseOf(customer, purchaseId)).body.status).toBe('success');
      expect(await amounts(h, customer)).toEqual([43_300]);
      expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
    },
  );

  test('[INV-10] a bank that takes its time: pending, then an event says yes, twice', async () => {
    const { customer, id } = await makeLicenceHolder(h, { card: 'tok_sandbox_processing' });
    const { body } = await extend(customer, id);
    expect(body.status).toBe('pending');
    await deliverEvents(h);
    await deliverEvents(h);
    expect((await purchaseOf(customer, body.oneTimePurchaseId)).body.status).toBe('success');
    expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
  });
});
