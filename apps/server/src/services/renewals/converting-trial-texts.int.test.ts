import { describe, expect, test } from 'vitest';
import { driveYear, fifthOff, makeCode, redeem } from '../../../test/codes.ts';
import { sendQueuedMails } from '../../../test/sent-mails.ts';
import { amounts, BUY, makePurchase, refusal } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const dollars = (cents: number): string => (cents / 100).toLocaleString('en', { style: 'currency', currency: 'USD' });

describe('[S7] [BY-03] a trial that goes on over a paid plan: Home, the mails and the receipt tell the same', () => {
  const starter = { planId: 'pln_drive_starter', interval: 'yearly' };
  const ultimate = { planId: 'pln_drive_ultimate', interval: 'yearly' };

  test.each([
    ['up', starter, ultimate, {}],
    ['up, lowered by a coupon', starter, ultimate, { coupon: true }],
    ['up, with some credit', starter, ultimate, { creditCents: 1000 }],
    ['up, from credit alone', starter, ultimate, { creditCents: 200_000 }],
    ['down', ultimate, starter, {}],
  ] as const)(
    '%s',
    async (_title, plan, tried, { coupon = false, creditCents = 0 }: { coupon?: boolean; creditCents?: number }) => {
      const ada = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
      const couponId = coupon ? await makeCode(h, fifthOff) : undefined;
      const { id } = await makePurchase(ada, { ...plan, ...(couponId && { couponId }) });
      await h.advance(ada, { by: 'P60D' });
      if (creditCents > 0) await h.operator.grantCredit(ada.accountId, creditCents, by);
      const trial = await makePurchase(ada, { ...tried, trial: true, transitionAtEnd: true });
      const [started] = await sendQueuedMails(h, ada, 'trial_started');

      const held = await h.subscriptions(ada);
      const ofTrial = held.find((row) => row.id === trial.id);
      const ofPlan = held.find((row) => row.id === id);
      const endsAt = ofTrial?.trialExpiry;
      expect(ofPlan).toMatchObject({
        renewalCents: null,
        pendingChange: { planId: tried.planId, applyAt: endsAt, trialId: trial.id },
      });
      const { estimatedNextReceipt: next } = await h.account(ada);

      await h.advance(ada, { by: 'P8D' });
      const [notice, ...more] = await sendQueuedMails(h, ada, 'renewal_notice');
      expect(more).toEqual([]);
      await h.advance(ada, { by: 'P6D' });
      const [receipt] = await h.receipts(ada);
      if (!receipt) throw new Error('there is no receipt');
      const { totalCents, amountDueCents, creditTendered, creditAdded } = receipt;

      expect(ofTrial).toMatchObject({
        renews: true,
        renewalCents: Math.max(0, totalCents),
        renewalBill: { total: totalCents, wholePeriod: false, credit: creditTendered, creditAdded, amountDueCents },
      });
      if (totalCents > 0) {
        expect(next).toMatchObject({ totalCents, amountDueCents, processedDate: endsAt });
        expect(started).toContain(`it becomes a paid plan for ${dollars(totalCents)}, tax included`);
        expect(notice).toContain(amountDueCents > 0 ? ` 2026 for ${dollars(amountDueCents)}\n` : ' 2026\n');
      } else {
        expect(creditAdded).toBeGreaterThan(0);
        expect(started).toContain('right now nothing is due');
        expect(notice).toContain(`We'll add ${dollars(creditAdded)} to your account credit.`);
      }
      expect(notice).toContain(
        amountDueCents > 0 ? `we'll charge ${dollars(amountDueCents)}, tax` : "you won't be charged on",
      );
      if (creditTendered > 0)
        expect(notice).toContain(`Your account credit pays ${dollars(creditTendered)} of ${dollars(totalCents)}.`);
      expect(notice).toContain('It replaces your Drive ');
      const charged = (await h.charges(ada)).slice(1).map(({ amountCents }) => amountCents);
      expect(charged).toEqual(amountDueCents > 0 ? [amountDueCents] : []);
    },
  );

  test('[SU-05] the plan below is kept by the switch of the trial: it renews by itself again', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    const { id } = await makePurchase(ada, starter);
    const trial = await makePurchase(ada, { ...ultimate, trial: true, transitionAtEnd: true });
    const kept = await ada.client.patch(`${BUY}/${trial.id}`, { transitionAtEnd: false });
    expect(kept.status, kept.text).toBe(200);
    const plan = (await h.subscriptions(ada)).find((row) => row.id === id);
    expect(plan).toMatchObject({ pendingChange: null, renews: true, renewalCents: 32_462 });
  });
});

describe('[SU-02] [S5] a trial over prepaid time: nothing is charged at its end, and prepaid time follows', () => {
  const trial = { planId: 'pln_drive_ultimate', interval: 'yearly', trial: true };
  const ofTrial = { isTrial: true, renews: false, renewable: false, renewalCents: null, renewalBill: null };

  test('Home, the mails and the switch say so, whatever the trial was begun with', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    const prepaid = await redeem(ada, await makeCode(h, driveYear));
    const { id } = await makePurchase(ada, { ...trial, transitionAtEnd: true });
    expect(await h.subscriptions(ada)).toMatchObject([
      { id, ...ofTrial, transitionAtEnd: true },
      { isPrepaid: true, renewable: false },
    ]);
    const [started] = await sendQueuedMails(h, ada, 'trial_started');
    expect(started).toContain('right now nothing is due');
    expect(await refusal(ada.client.patch(`${BUY}/${id}`, { transitionAtEnd: true }))).toEqual([409, 'NOT_RENEWABLE']);
    expect((await h.account(ada)).nextPayment).toBeNull();

    await h.advance(ada, { by: 'P20D' });
    expect(await sendQueuedMails(h, ada, 'renewal_notice')).toEqual([]);
    expect(await sendQueuedMails(h, ada, 'ending_notice')).toHaveLength(1);
    expect(await h.subscriptions(ada)).toMatchObject([{ id: prepaid.body.id, effective: true }]);
    expect(await amounts(h, ada)).toEqual([]);
  });

  test('prepaid time that is over before: it goes on, and the amount is told', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    await redeem(ada, await makeCode(h, { ...driveYear, months: 1 }));
    await h.advance(ada, { to: '2026-02-01T12:00:00.000Z' });
    const { id } = await makePurchase(ada, { ...trial, transitionAtEnd: true });
    const [held] = await h.subscriptions(ada);
    expect(held).toMatchObject({ id, renews: true, renewable: true, renewalCents: 97_386 });
    await h.advance(ada, { by: 'P15D' });
    expect(await amounts(h, ada)).toEqual([97_386]);
    expect((await sendQueuedMails(h, ada, 'renewal_notice'))[0]).toContain("we'll charge $973.86");
  });
});
