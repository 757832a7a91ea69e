import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../test/harness.ts';
import { BUY, makeHolder } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const quoted = async (customer: Customer, body: object) =>
  (await customer.client.post<Quote>(`${BUY}/preview`, body)).body;

describe('what a preview says comes of an order', () => {
  test('[BY-03] what a change is said to lead to is what the receipt says when the day has come', async () => {
    const { customer, id } = await makeHolder(
      h,
      {
        planId: 'pln_drive_ultimate',
        interval: 'monthly',
      },
      { clock: '2026-01-10T12:00:00.000Z' },
    );
    await h.advance(customer, { by: 'P10D' });
    const smaller = { planId: 'pln_drive_starter', interval: 'monthly' };
    const { creditAdded, coming } = await quoted(customer, { ...smaller, subscriptionId: id });
    expect(creditAdded).toBe(4364);
    expect(coming).toMatchObject([
      { kind: 'renews', at: '2026-02-10T12:00:00.000Z', ordered: true, planName: 'Starter', interval: 'monthly' },
    ]);
    expect(coming[0]?.bill).toEqual({
      total: 3220,
      wholePeriod: true,
      credit: 3220,
      creditAdded: 0,
      amountDueCents: 0,
    });
    expect((await customer.client.patch(`${BUY}/${id}`, smaller)).status).toBe(200);
    await h.advance(customer, { by: 'P1M' });
    const [renewal] = await h.receipts(customer);
    expect(renewal).toMatchObject({ totalCents: 3220, creditTendered: 3220, amountDueCents: 0 });
  });

  test('[BY-03] [D9] a trial over a paid plan: its charge, and what the trial goes on for, as they come', async () => {
    const { customer } = await makeHolder(
      h,
      { planId: 'pln_drive_starter', interval: 'monthly' },
      { clock: '2026-01-10T12:00:00.000Z' },
    );
    await h.advance(customer, { to: '2026-02-05T12:00:00.000Z' });
    const trial = { planId: 'pln_drive_ultimate', interval: 'monthly', trial: true, transitionAtEnd: true };
    const { coming } = await quoted(customer, trial);
    expect(coming.map(({ kind, at, ordered, planName }) => [kind, at, ordered, planName])).toEqual([
      ['renews', '2026-02-10T12:00:00.000Z', false, 'Starter'],
      ['continues', '2026-02-19T12:00:00.000Z', true, 'Ultimate'],
    ]);
    expect((await customer.client.post(BUY, trial)).status).toBe(201);
    await h.advance(customer, { to: '2026-02-20T12:00:00.000Z' });
    expect((await h.charges(customer)).slice(1).map(({ amountCents }) => amountCents)).toEqual(
      coming.map(({ bill }) => bill?.amountDueCents),
    );
  });
});
