import fc from 'fast-check';
import { aCatalogue, aPlan, aPrice } from './catalogue.ts';
import { utc } from './moments.ts';

/** Random commands for histories of one account: actions of the customer, the vendor, the gateway, and time. */

export const historyStart = utc('2026-01-31 09:30');
export const historyCatalogue = aCatalogue({
  // One cent more than Starter, so that changes amount to a few cents.
  prices: [
    aPrice('pln_drive_tier1', 'monthly', 2976, { id: 'prc_cent', intervalId: 'pln_drive_cent' }),
    aPrice('pln_drive_agreement', 'monthly', 0),
  ],
  plans: [aPlan({ id: 'pln_drive_agreement', customBilling: true, hasTrial: false, paymentMethodRequired: false })],
});

export const intervalIds = [
  'pln_drive_free_free',
  'pln_drive_starter_monthly',
  'pln_drive_starter_monthly',
  'pln_drive_starter_yearly',
  'pln_drive_cent',
  'pln_drive_cent',
  'pln_drive_ultimate_monthly',
  'pln_drive_ultimate_yearly',
  'pln_scope_starter_monthly',
  'pln_scope_ultimate_yearly',
] as const;

/** `asks`: the bank opens a challenge. `left`: a challenge was opened and ended unanswered. */
export type Answer = 'succeeded' | 'declined' | 'lost' | 'errored' | 'later' | 'asks' | 'works' | 'left';

export type Placing = 'booked' | 'from_credit' | 'dismissed';

/** Actions of operators, of the gateway's own pages and of the customer's bank. */
export type ExternalCommand =
  /** Refund made at the gateway, and the operator's decision about one that matches no payment. */
  | {
      readonly do: 'refund by hand';
      readonly which: number;
      readonly amountCents: number | null;
      readonly as: Placing | null;
    }
  | { readonly do: 'place refund'; readonly as: Placing }
  /** Refund that the bank could not credit. */
  | { readonly do: 'refund back'; readonly which: number }
  | { readonly do: 'lose dispute'; readonly which: number; readonly amountCents: number | null }
  | { readonly do: 'pay out'; readonly amountCents: number | null }
  /** Opens an export review, which holds redemptions for scope until it is decided (D7). */
  | { readonly do: 'review' }
  | { readonly do: 'decide review'; readonly isCleared: boolean };

export type Command =
  | ExternalCommand
  | {
      readonly do: 'order';
      readonly intervalId: string;
      readonly of: number | null;
      readonly trial: boolean;
      readonly atPeriodEnd: boolean;
      readonly quantity: number;
      /** Index of one of the `couponsOfHistories`, or none. */
      readonly coupon: number | null;
      readonly answer: Answer;
    }
  | { readonly do: 'toggle'; readonly of: number; readonly on: boolean }
  | { readonly do: 'advance'; readonly hours: number; readonly outage: boolean; readonly answers: readonly Answer[] }
  | { readonly do: 'answer'; readonly which: number; readonly answer: Answer }
  | { readonly do: 'repeat'; readonly which: number; readonly answer: Answer }
  | { readonly do: 'card'; readonly answer: Answer }
  | { readonly do: 'lose card' }
  | { readonly do: 'pay'; readonly which: number; readonly answer: Answer }
  | { readonly do: 'remove'; readonly of: number }
  | { readonly do: 'end'; readonly of: number }
  /** Accepts the open request, if there is one. */
  | { readonly do: 'accept' }
  | { readonly do: 'grant'; readonly amountCents: number }
  | { readonly do: 'void'; readonly which: number }
  | { readonly do: 'write off'; readonly which: number }
  | {
      readonly do: 'refund';
      readonly which: number;
      readonly amountCents: number | null;
      readonly taken: boolean | null;
    }
  | { readonly do: 'answer refund'; readonly taken: boolean }
  /** Prepaid code, to extend a subscription or for a new one. */
  | { readonly do: 'redeem'; readonly intervalId: string; readonly months: number; readonly of: number | null }
  | { readonly do: 'redeem maintenance'; readonly months: number }
  | { readonly do: 'promotion'; readonly months: number }
  | { readonly do: 'extend'; readonly extensionId: string; readonly quantity: number; readonly answer: Answer }
  | { readonly do: 'move'; readonly country: string; readonly taxRatePpm: number }
  /** Closes the account. Only time, the gateway and operators act afterwards. */
  | { readonly do: 'close' };

/** Commands that are possible after the customer has closed the account. */
export const withoutCustomer: readonly Command['do'][] = [
  ...(['advance', 'answer', 'repeat', 'refund', 'answer refund'] as const),
  ...(['refund by hand', 'place refund', 'refund back', 'lose dispute', 'pay out'] as const),
];

export const anAnswer = fc.constantFrom<Answer>(
  'succeeded',
  'succeeded',
  'succeeded',
  'succeeded',
  'succeeded',
  'declined',
  'declined',
  'lost',
  'errored',
  'later',
  'asks',
  'works',
  'left',
);
const index = fc.nat({ max: 5 });
const hours = fc.oneof(
  fc.constantFrom(1, 23, 24, 24 * 3, 24 * 14, 24 * 20, 24 * 28, 24 * 31),
  fc.integer({ min: 1, max: 24 * 40 }),
  fc.integer({ min: 24 * 300, max: 24 * 400 }),
);

const close: Command = { do: 'close' };

const part = fc.option(fc.integer({ min: 1, max: 3000 }), { freq: 1 });
const placing = fc.constantFrom<Placing>('booked', 'from_credit', 'dismissed');
const externalCommand: fc.Arbitrary<ExternalCommand> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('refund by hand' as const), which: index, amountCents: part },
      as: fc.option(placing),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('place refund' as const), as: placing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund back' as const), which: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose dispute' as const), which: index, amountCents: part }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay out' as const), amountCents: part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('review' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide review' as const), isCleared: fc.boolean() }) },
);

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      intervalId: fc.constantFrom(...intervalIds),
      // A trial is only ordered without a named subscription.
      of: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
      trial: fc.nat({ max: 2 }).map((drawn) => drawn === 0),
      atPeriodEnd: fc.nat({ max: 4 }).map((drawn) => drawn === 0),
      quantity: fc.constantFrom(1, 1, 1, 2),
      coupon: fc.nat({ max: 23 }).map((drawn) => (drawn < 5 ? drawn : null)),
      answer: anAnswer,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('toggle' as const), of: fc.nat({ max: 2 }), on: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      hours,
      outage: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
      answers: fc.oneof(fc.array(anAnswer, { minLength: 1, maxLength: 4 }), fc.constant<Answer[]>(['declined'])),
    }),
  },
  // A month whose renewal is declined, up to the suspension, which can still be paid.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      hours: fc.integer({ min: 24 * 31, max: 24 * 60 }),
      outage: fc.constant(false),
      answers: fc.constant<Answer[]>(['declined']),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), which: index, answer: anAnswer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: index, answer: anAnswer }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), answer: anAnswer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat({ max: 1 }), answer: anAnswer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), of: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), of: fc.nat({ max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('grant' as const), amountCents: fc.constantFrom(1, 40, 700, 4000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('void' as const, 'write off' as const),
      which: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: index,
      amountCents: fc.option(fc.integer({ min: 1, max: 3000 })),
      taken: fc.constantFrom(true, true, false, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer refund' as const), taken: fc.boolean() }) },
  { weight: 7, arbitrary: externalCommand },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('redeem' as const),
      intervalId: fc.constantFrom('pln_drive_starter_monthly', 'pln_scope_starter_monthly'),
      months: fc.constantFrom(1, 6, 12),
      of: fc.option(fc.nat({ max: 2 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('redeem maintenance' as const), months: fc.constantFrom(6, 12) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('promotion' as const), months: fc.constantFrom(1, 6, 12) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('extend' as const),
      extensionId: fc.constantFrom('mex_ultimate_1y', 'mex_ultimate_1y', 'mex_ultimate_3y'),
      quantity: fc.constantFrom(1, 1, 2),
      answer: anAnswer,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      country: fc.constantFrom('US', 'US', 'US', 'GB'),
      taxRatePpm: fc.constantFrom(0, 82_500, 88_750),
    }),
  },
  // Rare, because little follows it.
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((drawn): Command => (drawn === 0 ? close : { do: 'lose card' })) },
);

const request: Command = {
  ...{ do: 'order', intervalId: 'pln_drive_agreement_monthly', of: null, trial: false, atPeriodEnd: false },
  ...{ quantity: 1, coupon: null, answer: 'succeeded' },
};

/** Command of histories with requests for a plan by agreement. The other histories have none. */
export const commandWithRequests: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: command },
  { weight: 1, arbitrary: fc.constant(request) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'accept' }) },
);

/**
 * History that is rare by chance: a declined renewal, its debt written off, and credit granted. The customer then pays
 * late, with the current card and with another one.
 */
export const payingLate: fc.Arbitrary<readonly Command[]> = fc
  .record({ amountCents: fc.constantFrom(1, 40, 700, 2000, 4000), first: anAnswer, second: anAnswer })
  .map(({ amountCents, first, second }) => [
    {
      ...{ do: 'order', intervalId: 'pln_drive_starter_monthly', of: null, trial: false, atPeriodEnd: false },
      ...{ quantity: 1, coupon: null, answer: 'succeeded' },
    },
    { do: 'advance', hours: 32 * 24, outage: false, answers: ['declined'] },
    { do: 'write off', which: 0 },
    { do: 'grant', amountCents },
    { do: 'pay', which: 0, answer: first },
    { do: 'answer', which: 0, answer: second },
    { do: 'card', answer: second },
    { do: 'pay', which: 0, answer: second },
  ]);

/** Fixed histories of one seed, for tests that are too slow to be run a thousand times for shrinking. */
export const sampleHistories = (seed: number, count: number, longest: number): Command[][] =>
  fc.sample(fc.array(command, { minLength: 3, maxLength: longest, size: 'max' }), { seed, numRuns: count });

/** Time limit of tests of random histories: none. They run without a pause, so a limit could only fail them afterwards, on a busy machine. */
export const noLimit = { timeout: 0 };
