import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { extend, maintenanceOf, makeLicenceHolder, ULTIMATE_YEAR } from '../../../test/licences.ts';
import { amounts, CARD } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const EXTENDED = '2028-01-10T12:00:00.000Z';

const h = useShop();

describe('[MA-03] a database connection lost at any statement while maintenance is bought', () => {
  test.each(['before', 'after'] as const)(
    '[INV-9] I22 (answer lost %s the statement ran): one charge, one period, and the repeated call says so',
    async (how) => {
      const statements = await atEveryStatement(h, how, async (label, underFault) => {
        const { customer, id } = await makeLicenceHolder(h);
        const buy = () => extend(customer, id, ULTIMATE_YEAR, 'step');
        const first = await underFault(buy);
        expect([202, 503], `${label}: ${first.text}`).toContain(first.status);
        expect(await h.ledgerCheck({ settled: false }), label).toEqual([]);
        await h.expireLeases();
        await h.work.recoverAttempts();
        expect(await h.ledgerCheck(), label).toEqual([]);
        await h.expireLeases();
        const again = await buy();
        expect([again.status, again.body.status], `${label}: ${again.text}`).toEqual([202, 'success']);
        expect(await amounts(h, customer), label).toEqual([43_300]);
        expect(await maintenanceOf(h, customer, id), label).toBe(EXTENDED);
      });
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    '[INV-3] while the card says no (%s): nothing is owed, and a good card can buy it then',
    async (how) => {
      await atEveryStatement(h, how, async (label, underFault) => {
        const { customer, id } = await makeLicenceHolder(h, { card: 'tok_visa_chargeCustomerFail' });
        const first = await underFault(() => extend(customer, id, ULTIMATE_YEAR, 'step'));
        expect([402, 503], `${label}: ${first.text}`).toContain(first.status);
        await h.expireLeases();
        await h.work.recoverAttempts();
        await h.expireLeases();
        const again = await extend(customer, id, ULTIMATE_YEAR, 'step');
        expect(again.status, `${label}: ${again.text}`).toBe(402);
        expect(await h.receipts(customer), label).toEqual([]);
        await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
        expect((await extend(customer, id)).body.status, label).toBe('success');
        expect(await h.ledgerCheck(), label).toEqual([]);
      });
    },
    120_000,
  );
});

test('[INV-12] a process that dies before it asks the bank: the key says pending, recovery charges once', async () => {
  const { customer, id } = await makeLicenceHolder(h);
  h.faults.fail('charge', 'dies', { times: 1 });
  const first = await extend(customer, id, ULTIMATE_YEAR, 'step');
  expect(first.status).toBe(500);
  expect(h.log.takeErrors()).toHaveLength(1);
  await h.expireLeases();
  const meanwhile = await extend(customer, id, ULTIMATE_YEAR, 'step');
  expect([meanwhile.status, meanwhile.body.status]).toEqual([202, 'pending']);
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await amounts(h, customer)).toEqual([43_300]);
  expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
});
