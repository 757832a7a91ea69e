import { Trans } from '@lingui/react/macro';
import type { ErrorsOf, Failure } from '../../lib/failure.ts';
import { emailSuffixOf, isHeldForReview } from '../../lib/failure-facts.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { cardsAbroad, SalesLink } from '../../ui/sales-link.tsx';
import { SupportLink } from '../../ui/support-link.tsx';
import { StudentEmail, StudentEmailNeeded } from '../account/student-email.tsx';
import { ExportContactLink, ReviewDeadline } from '../screening/export-review.tsx';
import { accountWords } from './account-words.tsx';
import type { FailureContext, Words, WordTable } from './words.tsx';

/** Link `Let us know`. Renders nothing if the brand has no address for it. */
export const LetUsKnow = () => (
  <SupportLink>
    <Trans>Let us know</Trans>
  </SupportLink>
);

/** Effect of a refused purchase or payment. */
export const notCharged = <Trans>Nothing was charged.</Trans>;

const processing = {
  title: <Trans>Your payment is still processing</Trans>,
  effect: null,
  next: (
    <Trans>
      Our payment provider hasn't answered yet. Don't pay again. We'll finish the payment and email you the result.
    </Trans>
  ),
  tone: 'warn',
} satisfies Words;

const studentEmailWords = (suffixOf: (failure: Failure) => string): Words => ({
  title: (failure) => <StudentEmailNeeded suffix={suffixOf(failure)} />,
  reason: (failure) => <StudentEmail suffix={suffixOf(failure)} />,
});

/**
 * Texts of failures of orders, payments, cards, codes and promotions. Messages of the gateway and sentences of the
 * product specification are not changed (SU-08, CD-03).
 */
export const purchaseWords = {
  ...accountWords,
  StripeCardError: { title: ({ error }: Failure) => error?.message },
  PAYMENT_GATEWAY_ERROR: {
    title: <Trans>There was an error processing your transaction.</Trans>,
    next: accountWords.OTHER.next,
  },
  UNDECIDED: processing,
  OPERATION_IN_PROGRESS: processing,
  IDEMPOTENCY_MISMATCH: processing,
  END_DUE: {
    title: <Trans>Your plan or trial is just ending or renewing</Trans>,
    next: <Trans>Try again once that is done.</Trans>,
    tone: 'warn',
  },
  RAN_OUT: {
    title: <Trans>The time to confirm with your bank is over</Trans>,
    next: <Trans>Try again to restart the confirmation.</Trans>,
  },
  EXPIRED: {
    title: <Trans>There is nothing left to confirm</Trans>,
    effect: <Trans>This confirmation was closed in another window. You weren't charged for it.</Trans>,
  },
  QUOTE_CHANGED: {
    title: <Trans>The amount changed while you looked at it</Trans>,
    next: <Trans>Check the new amounts and confirm again.</Trans>,
    tone: 'warn',
  },
  PAYMENT_METHOD_REQUIRED: { title: <Trans>You have no card on file</Trans>, next: <Trans>Add a card first.</Trans> },
  CARD_COUNTRY_UNSUPPORTED: { title: cardsAbroad, next: <SalesLink /> },
  PAYMENT_REQUIRED: {
    title: <Trans>You have an unpaid bill</Trans>,
    next: <Trans>Pay it first, then try again.</Trans>,
    action: (
      <LinkButton size="sm" to={paths.payments({ active: 'receipts' })}>
        <Trans>See payments</Trans>
      </LinkButton>
    ),
  },
  MISSING_ADDRESS: { title: <Trans>We need your address first</Trans>, tone: 'warn' },
  SUBSCRIPTION_LIMIT: { title: <Trans>You've reached the limit for this plan</Trans> },
  NEEDS_REVIEW: {
    title: <Trans>Account Pending</Trans>,
    reason: <Trans>U.S. government regulation requires a review. It takes up to two U.S. business days.</Trans>,
    next: (
      <>
        <ReviewDeadline /> <ExportContactLink />
      </>
    ),
    tone: 'warn',
  },
  EXPORT_DENIED: {
    title: <Trans>This product isn't available for your account</Trans>,
    reason: <Trans>Your account didn't pass the required U.S. export review.</Trans>,
    next: <ExportContactLink />,
  },
  STUDENT_EMAIL_REQUIRED: studentEmailWords(emailSuffixOf),
  PLANS_NOT_SUPPORTED: { title: <Trans>This code does not apply to the plans shown.</Trans> },
} satisfies WordTable;

/** Title of a code that is not known, or not of this kind. */
export const codeRefused = <Trans>This code didn't work.</Trans>;

const unknownCode: Words = {
  title: codeRefused,
  reason: <Trans>Codes are case-sensitive.</Trans>,
  effect: null,
  next: <LetUsKnow />,
};

/** Errors of redeeming a prepaid code; those of its price and card are not possible. */
type CodeError = Exclude<
  ErrorsOf<
    | 'POST /api/coupon/coupons/lookup'
    | 'POST /api/subscription/subscriptions'
    | 'PATCH /api/subscription/subscriptions/:id/maintenance'
  >,
  'ACTION_REFUSED' | 'ALREADY_HELD' | 'INVALID_PLAN' | 'TRIAL_ALREADY_USED' | 'TRIAL_NOT_OFFERED'
>;

/** Facts about a code that its failures name. */
export interface CodeFacts {
  /** Plan that a maintenance code must fit (CD-02, MA-04). */
  readonly tierName?: string | null | undefined;
  /** Required ending of the email address for the plan of the code. */
  readonly emailSuffix?: string | null | undefined;
}

/** Effect of a refused code. */
export const codeUnused = <Trans>The code is unused.</Trans>;

const whenEnded = {
  effect: null,
  next: <Trans>The code can be redeemed when that plan has ended. It is unused.</Trans>,
};

/** Texts while a code may have been redeemed. */
export const beingRedeemed = {
  title: <Trans>This code is being redeemed</Trans>,
  effect: null,
  next: <Trans>Check your account in a moment. A code is never redeemed twice.</Trans>,
  tone: 'warn',
} satisfies Words;

/** Extension that is longer than the product allows (MA-03, MA-04). */
export const tooLongExtension: Words = { title: <Trans>Cannot extend maintenance for this duration.</Trans> };

const notRedeemed: Words = {
  title: <Trans>There was an error redeeming your code. Please contact support.</Trans>,
};

const wordsOfCode = ({ tierName = null, emailSuffix }: CodeFacts) =>
  ({
    ...purchaseWords,
    STUDENT_EMAIL_REQUIRED: studentEmailWords((failure) => emailSuffix ?? emailSuffixOf(failure)),
    NO_ANSWER: notRedeemed,
    OTHER: { ...notRedeemed, effect: null },
    UNDECIDED: beingRedeemed,
    RUNNING: beingRedeemed,
    OPERATION_IN_PROGRESS: beingRedeemed,
    IDEMPOTENCY_MISMATCH: beingRedeemed,
    INVALID_COUPON: { title: <Trans>Invalid Coupon Code</Trans>, effect: null },
    PLANS_NOT_SUPPORTED: { ...purchaseWords.PLANS_NOT_SUPPORTED, effect: null },
    NOT_FOUND: unknownCode,
    // the code is too long to look up; other fields cannot be invalid
    INVALID_REQUEST: unknownCode,
    COUPON_REDEEMED: { title: <Trans>You have redeemed this code already.</Trans>, effect: null, tone: 'info' },
    INVALID_COUPON_TYPE: { title: <Trans>This code will not work to extend your license.</Trans>, tone: 'warn' },
    INVALID_COUPON_TIER: {
      title:
        tierName === null ? (
          <Trans>The extension tier doesn't match your plan.</Trans>
        ) : (
          <Trans>Your extension tier doesn't match your {tierName} plan.</Trans>
        ),
      tone: 'warn',
    },
    PREPAID_PLAN_MISMATCH: { title: <Trans>You have a prepaid plan of another kind</Trans>, ...whenEnded },
    PREPAID_NOT_MODIFIABLE: { title: <Trans>You have a prepaid plan of this product</Trans>, ...whenEnded },
    MISSING_ADDRESS: {
      ...purchaseWords.MISSING_ADDRESS,
      effect: <Trans>The code stays filled in, and unused, until you are back.</Trans>,
    },
    NOT_PERPETUAL: { title: <Trans>This code extends a perpetual license, and you have none it fits</Trans> },
    MAINTENANCE_LIMIT: tooLongExtension,
    NEEDS_REVIEW: {
      ...purchaseWords.NEEDS_REVIEW,
      effect: (failure: Failure) =>
        isHeldForReview(failure) ? (
          <Trans>We'll keep the code for you and redeem it when the review is done.</Trans>
        ) : (
          <Trans>If you redeem the code now, we'll keep it for you until then.</Trans>
        ),
      next: (failure: Failure) => (
        <>
          {isHeldForReview(failure) && <ReviewDeadline />} <ExportContactLink />
        </>
      ),
    },
  }) satisfies WordTable & Record<CodeError, Words>;

/** Texts of failures of a prepaid code (CD-02, CD-03, MA-04). */
export const codeFailures = (facts: CodeFacts = {}): FailureContext => ({
  words: wordsOfCode(facts),
  refused: codeUnused,
  unknown: <Trans>We don't know if it was redeemed. Try again: a code is never redeemed twice.</Trans>,
});
