import { describe, expect, test } from 'vitest';
import type { ChargePurpose } from '../invoices/charge-purpose.ts';
import type { BillingState } from '../state/entities.ts';
import { aCard, aContext, anAttempt, anInvoice, aPurpose, aState, aSubscription } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { bookLostPayment } from './book-lost-payment.ts';

const NOW = utc('2026-01-11');
const open = anInvoice({ amountDueCents: 32462 });

const decide = (state: Partial<BillingState>, purpose: Partial<ChargePurpose> = {}, amountCents = 32462) =>
  bookLostPayment(
    aState({ card: aCard(), subscriptions: [aSubscription()], ...state }),
    { purpose: aPurpose({ invoiceId: 'inv_lost', ...purpose }), amountCents, intentRef: 'pi_9', chargeRef: 'ch_9' },
    null,
    aContext({ now: NOW }),
    NOW,
  );
const outcomeOf = (step: ReturnType<typeof decide>) => ('reason' in step ? step.reason : step.kind);

describe('[O20] a payment that a restored database has lost', () => {
  test('pays the undecided attempt of its period, with its own ids at the gateway', () => {
    const step = decide({ invoices: [open], attempts: [anAttempt()] });
    expect(step).toMatchObject({
      kind: 'booked',
      writes: {
        attempts: [{ id: 'att_1', status: 'succeeded', gatewayIntentRef: 'pi_9', gatewayChargeRef: 'ch_9' }],
        invoices: [{ id: 'inv_1', status: 'paid' }],
      },
    });
  });

  test('adds an attempt to the open invoice of its period, and is booked by the next step', () => {
    const declined = anAttempt({ status: 'declined', leaseUntil: null, decidedAt: NOW });
    const step = decide({ invoices: [open], attempts: [declined] });
    expect(step).toMatchObject({ kind: 'step', invoiceId: 'inv_1' });
    expect('writes' in step && step.writes.attempts).toMatchObject([{ attemptNo: 2, status: 'sending' }]);
  });

  const begun = aSubscription();
  test.each<[string, ReturnType<typeof decide>, string]>([
    ['another amount is open', decide({ invoices: [open], attempts: [] }, {}, 100), 'other_amount'],
    ['another amount is undecided', decide({ invoices: [open], attempts: [anAttempt()] }, {}, 100), 'other_amount'],
    ['its period was paid by another payment', decide({}, { periodStart: begun.currentPeriodStart }), 'paid_otherwise'],
    ['its period is over', decide({}, { periodStart: utc('2020-01-01') }), 'period_over'],
    ['its period has not begun', decide({}, { periodStart: begun.currentPeriodEnd }), 'waits'],
    ['its subscription is lost', decide({}, { subscriptionId: 'sub_lost' }), 'no_subscription'],
    ['a change of plan', decide({}, { reason: 'change' }), 'no_rule'],
    ['an order of a price that is gone', decide({}, { reason: 'create', item: 'prc_gone*1' }), 'not_orderable'],
    ['an order without its price', decide({}, { reason: 'create', item: null }), 'not_orderable'],
  ])('%s: %3$s', (_title, step, outcome) => {
    expect(outcomeOf(step)).toBe(outcome);
  });

  const bought = { reason: 'create', item: 'prc_pln_drive_starter_yearly*1', subscriptionId: 'sub_lost' } as const;
  const idOf = (step: ReturnType<typeof decide>) => ('writes' in step ? step.writes.subscriptions[0]?.id : undefined);

  test('a plan is ordered again under the id that the payments of its renewals name', () => {
    expect(idOf(decide({ subscriptions: [] }, bought))).toBe('sub_lost');
  });

  test('an id that the account has is not given again', () => {
    const held = aSubscription({ id: 'sub_lost', product: 'scope', planId: 'pln_scope_starter' });
    expect(idOf(decide({ subscriptions: [held] }, bought))).toMatch(/^sub_(?!lost)/);
  });

  test('a renewal begins as of its period, so that no period is skipped', () => {
    const monthly = aSubscription({
      priceId: 'prc_pln_drive_starter_monthly',
      unitAmountCents: 2999,
      billingAnchor: utc('2025-10-10'),
      currentPeriodStart: utc('2025-10-10'),
      currentPeriodEnd: utc('2025-11-10'),
    });
    const step = decide({ subscriptions: [monthly] }, { periodStart: utc('2025-11-10') });
    const steps = 'writes' in step ? step.writes.invoices : [];
    expect(steps).toMatchObject([{ periodStart: utc('2025-11-10'), periodEnd: utc('2025-12-10') }]);
  });
});
