import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../test/harness.ts';
import { makeClocked, makeRedemption } from '../../../test/promotions.ts';
import { sendQueuedMails } from '../../../test/sent-mails.ts';
import { amounts, BUY, type Changed, makePurchase } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

/** Who has the drive plan of a promotion, free until 2026-07-10. */
const promoted = async (renewal: boolean): Promise<{ ada: Customer; id: string }> => {
  const ada = await makeClocked(h);
  const { subscriptions } = await makeRedemption(ada, '2-series');
  for (const { id, product } of subscriptions)
    if (product === 'scope' || !renewal) await ada.client.patch(`${BUY}/${id}`, { transitionAtEnd: false });
  return { ada, id: subscriptions.find(({ product }) => product === 'drive')?.id ?? '' };
};

const wanted = { planId: 'pln_drive_ultimate', interval: 'monthly', transitionAtEnd: true };

describe('[BY-06] [S11] a paid plan that follows a promotion', () => {
  test.each([
    ['that would have ended', false],
    ['that would have gone on', true],
  ])('%s: reviewed, shown, announced a week before and charged, all the same amount', async (_title, renewal) => {
    const { ada, id } = await promoted(renewal);
    const { coming } = (await ada.client.post<Quote>(`${BUY}/preview`, { ...wanted, subscriptionId: id })).body;
    expect(coming[0]).toMatchObject({ kind: 'starts', bill: { total: 9661, amountDueCents: 9661 } });
    const changed = await ada.client.patch<Changed>(`${BUY}/${id}`, wanted);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.subscription).toMatchObject({
      pendingChange: { planId: 'pln_drive_ultimate', applyAt: '2026-07-10T12:00:00.000Z' },
      renewalCents: 9661,
      renewalBill: { total: 9661, wholePeriod: true, amountDueCents: 9661 },
    });

    await h.advance(ada, { to: '2026-07-03T11:00:00.000Z' });
    expect(await sendQueuedMails(h, ada, 'renewal_notice')).toEqual([]);
    await h.advance(ada, { to: '2026-07-03T12:00:00.000Z' });
    const [notice, ...others] = await sendQueuedMails(h, ada, 'renewal_notice');
    expect(others).toEqual([]);
    expect(notice).toContain('Drive Ultimate, monthly starts on Jul 10, 2026 for $96.61\n');
    expect(notice).toContain("we'll charge $96.61, tax included, to Visa •••• 4242.");
    expect(notice).toContain('It replaces your ');
    expect(notice).toContain('You can cancel this change any time before that day.');

    await h.advance(ada, { to: '2026-07-10T13:00:00.000Z' });
    expect(await amounts(h, ada)).toEqual([9661]);
  });

  test('[BY-05] in the customer’s language', async () => {
    const { ada, id } = await promoted(false);
    await h.database.query(`UPDATE users SET language = 'de' WHERE account_id = $1`, [ada.accountId]);
    await ada.client.patch(`${BUY}/${id}`, wanted);
    await h.advance(ada, { to: '2026-07-04T12:00:00.000Z' });
    const [notice] = await sendQueuedMails(h, ada, 'renewal_notice');
    expect(notice).toContain('Drive Ultimate, monatlich beginnt am 10. Juli 2026 für 96,61');
  });

  test('taken back, the day brings nothing, and that is told instead', async () => {
    const { ada, id } = await promoted(false);
    await ada.client.patch(`${BUY}/${id}`, wanted);
    await h.advance(ada, { to: '2026-07-04T12:00:00.000Z' });
    const kept = await ada.client.patch<Changed>(`${BUY}/${id}`, { transitionAtEnd: false });
    expect(kept.body.subscription).toMatchObject({ pendingChange: null, renews: false, renewalCents: null });
    await h.advance(ada, { to: '2026-07-11T12:00:00.000Z' });
    // the plan of scope, which ends the same day, and this one
    expect(await sendQueuedMails(h, ada, 'ending_notice')).toHaveLength(2);
    expect(await amounts(h, ada)).toEqual([]);
  });
});

test('[BY-06] a yearly plan that follows a monthly one is announced too', async () => {
  const ada = await makeClocked(h);
  const { id } = await makePurchase(ada, { planId: 'pln_drive_starter', interval: 'monthly' });
  await ada.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_starter', interval: 'yearly', transitionAtEnd: true });
  await h.advance(ada, { to: '2026-02-10T13:00:00.000Z' });
  expect(await sendQueuedMails(h, ada, 'renewal_notice')).toEqual([
    expect.stringContaining('Drive Starter, yearly starts on Feb 10, 2026 for $324.62'),
  ]);
  expect(await amounts(h, ada)).toEqual([3220, 32_462]);
});
