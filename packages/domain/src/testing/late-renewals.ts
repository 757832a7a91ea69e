import type { AttemptOutcome } from '../payments/settle.ts';
import type { BillingState } from '../state/entities.ts';
import { aSubscription } from './builders.ts';
import { Customer } from './customer.ts';
import { text, utc } from './moments.ts';

/** Shared set-up of the tests about failing renewals. */

/** Due date of the renewal of `renewing`. */
export const boundary = '2026-03-01';

/** Drive Starter monthly at 8.25 %, whose renewal (3220) is due on 2026-03-01. */
export const renewing = (state: Partial<BillingState> = {}): Customer =>
  new Customer(utc('2026-02-15'), {
    subscriptions: [
      aSubscription({
        priceId: 'prc_pln_drive_starter_monthly',
        unitAmountCents: 2975,
        billingAnchor: utc('2026-01-01'),
        cycleIndex: 1,
        currentPeriodStart: utc('2026-02-01'),
        currentPeriodEnd: utc(boundary),
      }),
    ],
    ...state,
  });

/** Gateway that answers every attempt with `outcome`. */
export const always = (outcome: AttemptOutcome) => (): AttemptOutcome => outcome;

/** Times at which the gateway was called. */
export const calls = (ada: Customer): (string | null)[] => ada.books.attempts.map((attempt) => text(attempt.sentAt));
