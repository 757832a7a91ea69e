import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import type { GatewayFault } from '../../../test/faulty-gateway.ts';
import type { Customer } from '../../../test/harness.ts';
import { recover } from '../../../test/outage.ts';
import { amounts, BUY, makeHolder, makeLate } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const AFTER_ONE_RENEWAL = Date.parse('2026-02-11T12:00:00.000Z');

const renew = ({ accountId }: Customer) => h.work.advanceTo(accountId, AFTER_ONE_RENEWAL);
const expectUnavailable = (label: string) => (error: Error) => expect(error.message, label).toBe('UNAVAILABLE');

describe('the connection is lost at any statement', () => {
  test.each(['before', 'after'] as const)(
    '[INV-11] while renewing (%s): the next run goes on, and it is charged once',
    async (how) => {
      const statements = await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
          await underFault(() => renew(customer)).catch(expectUnavailable(label));
          expect(await h.ledgerCheck({ settled: false }), label).toEqual([]);
          await recover(h);
          await renew(customer);
          expect(await amounts(h, customer), label).toEqual([3220, 3220]);
          expect(await h.ledgerCheck(), label).toEqual([]);
        },
        { stride: 3 },
      );
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    'while changing to a dearer plan (%s): all of it or nothing, paid once',
    async (how) => {
      await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
          const change = () =>
            customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate_monthly' }, { key: 'dearer' });
          await underFault(change);
          await recover(h);
          await h.expireLeases();
          const again = await change();
          expect(again.status, `${label}: ${again.text}`).toBe(200);
          expect(await amounts(h, customer), label).toEqual([3220, 6441]);
          expect(await h.ledgerCheck(), label).toEqual([]);
        },
        { stride: 4 },
      );
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    '[PM-09] while a late receipt is paid (%s): paid once, and the service is back',
    async (how) => {
      await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer, receipt } = await makeLate(h);
          await h.database.query(
            `UPDATE sandbox.cards SET behaviour = 'tok_visa' WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
            [customer.accountId],
          );
          const pay = () => customer.client.post(`/api/account/me/receipts/${receipt}/pay`, {}, { key: 'late' });
          await underFault(pay);
          await recover(h);
          await h.expireLeases();
          const again = await pay();
          expect(again.status, `${label}: ${again.text}`).toBe(200);
          expect(await amounts(h, customer), label).toEqual([3220, 3220]);
          expect(await h.subscriptions(customer), label).toMatchObject([{ status: 'active' }]);
        },
        { stride: 5 },
      );
    },
    120_000,
  );
});

describe('the gateway fails at the n-th call', () => {
  const ways: readonly GatewayFault[] = ['silent-before', 'silent-after', 'rejected', 'dies'];
  test.each(ways)('[INV-12] %s, while renewing: charged once in the end, whatever it said first', async (how) => {
    for (let nth = 1; nth <= 4; nth += 1) {
      const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
      const before = h.faults.calls.charge;
      h.faults.fail('charge', how, { nth, times: 1 });
      await renew(customer).catch((error: Error) => expect(error.message).toContain('the process ended here'));
      const reached = h.faults.calls.charge - before >= nth;
      await recover(h);
      // A refusal that is not the card's leaves the renewal open for its next slot, three days later.
      await h.work.advanceTo(customer.accountId, AFTER_ONE_RENEWAL + 4 * 86_400_000);
      expect(await amounts(h, customer), `call ${nth}`).toEqual([3220, 3220]);
      expect(await h.ledgerCheck(), `call ${nth}`).toEqual([]);
      if (!reached) break;
    }
  });
});
