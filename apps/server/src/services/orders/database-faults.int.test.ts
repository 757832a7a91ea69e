import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import type { Customer } from '../../../test/harness.ts';
import { amounts, BUY, buy, CARD, type Changed, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop({ queue: 'real' });

const buyStarter = (customer: Customer, key?: string) => buy(customer, starterYearly, key);

describe('a database connection lost at any statement', () => {
  test.each(['before', 'after'] as const)(
    'while buying (answer lost %s the statement ran): the books are right, one charge at most, and the repeated call completes',
    async (how) => {
      const statements = await atEveryStatement(h, how, async (label, underFault) => {
        const customer = await h.makeCustomer({ card: 'tok_visa' });
        const first = await underFault(() => buyStarter(customer, 'step'));
        expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
        if (first.status === 503) expect(first.headers['retry-after'], label).toBeDefined();
        expect(await h.ledgerCheck({ settled: false }), label).toEqual([]);
        await h.expireLeases();
        await h.work.recoverAttempts();
        expect(await h.ledgerCheck(), label).toEqual([]);
        await h.expireLeases();
        const again = await buyStarter(customer, 'step');
        expect(again.status, `${label}: ${again.text}`).toBe(201);
        expect(again.body.receipt?.amount, label).toBe(32462);
        expect(await amounts(h, customer), label).toEqual([32462]);
        expect(await h.subscriptions(customer, true), label).toMatchObject([{ status: 'active' }]);
      });
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    'while changing to a cheaper plan (%s): the credit is given once',
    async (how) => {
      const statements = await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
          const { body: first } = await customer.client.post<Changed>(BUY, { planId: 'pln_drive_ultimate_monthly' });
          const change = () =>
            customer.client.patch<Changed>(
              `${BUY}/${first.id}`,
              { planId: 'pln_drive_starter', interval: 'monthly' },
              { key: 'change' },
            );
          const answer = await underFault(change);
          expect([200, 503], `${label}: ${answer.text}`).toContain(answer.status);
          await h.expireLeases();
          const again = await change();
          expect(again.status, `${label}: ${again.text}`).toBe(200);
          expect((await h.account(customer)).balanceCents, label).toBe(-6441);
          expect(await h.receipts(customer), label).toHaveLength(2);
        },
        { stride: 2 },
      );
      expect(statements).toBeGreaterThan(how === 'before' ? 15 : 1);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    'while taking a free scope plan under a key (%s): it is taken once (INV-9)',
    async (how) => {
      const twice: string[] = [];
      await atEveryStatement(h, how, async (label, underFault) => {
        const customer = await h.makeCustomer();
        const take = () => customer.client.post<Changed>(BUY, { planId: 'pln_scope_free' }, { key: 'free' });
        const first = await underFault(take);
        expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
        await h.expireLeases();
        const again = await take();
        expect(again.status, `${label}: ${again.text}`).toBe(201);
        if ((await h.subscriptions(customer, true)).length !== 1) twice.push(label);
      });
      expect(twice).toEqual([]);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    'while saving a card that pays an open receipt (%s): one charge for it, and the card is there in the end',
    async (how) => {
      await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
          await customer.client.post(BUY, { planId: 'pln_drive_starter_monthly' });
          await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
          await h.advance(customer, { until: 'next_renewal' });
          const save = () => customer.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' }, { key: 'card' });
          const first = await underFault(save);
          expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
          await h.expireLeases();
          await h.work.recoverAttempts();
          const again = await save();
          expect(again.status, `${label}: ${again.text}`).toBe(201);
          expect((await h.account(customer)).paymentMethod?.last4, label).toBe('4444');
          expect(await amounts(h, customer), label).toEqual([3220, 3220]);
          expect(await h.ledgerCheck(), label).toEqual([]);
        },
        { stride: 3 },
      );
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    '[INV-9] while buying (%s): the call repeated at once is decided without the lease of a minute, and charges once',
    async (how) => {
      const held: string[] = [];
      await atEveryStatement(h, how, async (label, underFault) => {
        const customer = await h.makeCustomer({ card: 'tok_visa' });
        const first = await underFault(() => buyStarter(customer, 'step'));
        expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
        await buyStarter(customer, 'step');
        await h.work.recoverAttempts();
        const again = await buyStarter(customer, 'step');
        // The caller does not know whether a claim exists whose answer was lost. Only that one may keep its lease.
        if (again.status === 409) held.push(h.databaseFaults.lost() ?? label);
        else expect(again.status, `${label}: ${again.text}`).toBe(201);
        await h.expireLeases();
        await h.work.recoverAttempts();
        expect((await buyStarter(customer, 'step')).status, label).toBe(201);
        expect(await amounts(h, customer), label).toEqual([32462]);
        expect(await h.charges(customer), label).toHaveLength(1);
      });
      const claim = expect.stringMatching(/^INSERT INTO idempotency_keys /);
      expect(held).toEqual(how === 'before' ? [] : held.map(() => claim));
    },
    120_000,
  );
});
