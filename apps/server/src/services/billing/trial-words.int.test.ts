import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fifthOff, makeCode } from '../../../test/codes.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { BUY, bought, expectAllRight } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const dollars = (cents: number): string => (cents / 100).toLocaleString('en', { style: 'currency', currency: 'USD' });

/** What the queued mails of a kind say, sent now. */
const said = async (customer: Customer, template: string): Promise<string[]> => {
  const jobs = h.queued.filter(
    (job) => 'accountId' in job && job.accountId === customer.accountId && job.template === template,
  );
  const before = (await h.mails(customer.email, 0)).length;
  for (const job of jobs) await h.work.sendMail(crypto.randomUUID(), job);
  const mails = await h.mails(customer.email, before + jobs.length);
  return mails.slice(0, jobs.length).map(({ subject, text }) => `${subject}\n${text}`);
};

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
      const { id } = await bought(ada, { ...plan, ...(couponId && { couponId }) });
      await h.advance(ada, { by: 'P60D' });
      if (creditCents > 0) await h.operator.grantCredit(ada.accountId, creditCents, by);
      const trial = await bought(ada, { ...tried, trial: true, transitionAtEnd: true });
      const [started] = await said(ada, 'trial_started');

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
      const [notice, ...more] = await said(ada, 'renewal_notice');
      expect(more).toEqual([]);
      await h.advance(ada, { by: 'P6D' });
      const [receipt] = await h.receipts(ada);
      if (!receipt) throw new Error('there is no receipt');
      const { totalCents, amountDueCents, creditTendered, creditAdded } = receipt;

      if (totalCents > 0) {
        expect(ofTrial?.renewalCents).toBe(totalCents);
        expect(next).toMatchObject({ totalCents, amountDueCents, processedDate: endsAt });
        expect(started).toContain(`it goes on as a paid plan for ${dollars(totalCents)}, tax included`);
        expect(notice).toContain(`for ${dollars(totalCents)}\n`);
      } else {
        expect(ofTrial?.renewalCents).toBeNull();
        expect(creditAdded).toBeGreaterThan(0);
        expect(started).toContain('as things stand we charge nothing');
        expect(notice).toContain(`${dollars(creditAdded)} is added to your account credit.`);
      }
      expect(notice).toContain(amountDueCents > 0 ? `we charge ${dollars(amountDueCents)}, tax` : 'we charge nothing.');
      if (creditTendered > 0) expect(notice).toContain(`${dollars(creditTendered)} of ${dollars(totalCents)} is paid`);
      expect(notice).toContain('It then takes the place of your Drive ');
      const charged = (await h.charges(ada)).slice(1).map(({ amountCents }) => amountCents);
      expect(charged).toEqual(amountDueCents > 0 ? [amountDueCents] : []);
    },
  );

  test('[SU-05] the plan below is kept by the switch of the trial: it renews by itself again', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    const { id } = await bought(ada, starter);
    const trial = await bought(ada, { ...ultimate, trial: true, transitionAtEnd: true });
    const kept = await ada.client.patch(`${BUY}/${trial.id}`, { transitionAtEnd: false });
    expect(kept.status, kept.text).toBe(200);
    const plan = (await h.subscriptions(ada)).find((row) => row.id === id);
    expect(plan).toMatchObject({ pendingChange: null, renews: true, renewalCents: 32_462 });
  });
});
