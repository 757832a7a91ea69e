import type { CardBrand } from '@foyer/contract/vocabulary/plans';

/** Decline of a published test card, with Stripe's code, decline code and message. */
export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** What a card does when it is saved or charged. `challenge`: the bank asks first (3-D Secure), and then it comes to `result`. */
export type Reaction =
  | 'ok'
  | 'processing'
  | 'timeout-before'
  | 'timeout-after'
  | 'error'
  | Decline
  | { readonly challenge: true; readonly result: 'ok' | Decline }
  | { readonly declinesFirst: number; readonly decline: Decline };

export interface TestCard {
  /** The token, as in Stripe's test mode. */
  readonly token: string;
  readonly aliases?: readonly string[];
  readonly number: string | null;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly save: Reaction;
  readonly charge: Reaction;
  /** A charge without the customer, whom nobody can ask then, where it differs. */
  readonly unattended?: Reaction;
  /** What becomes of the money afterwards, where that is not the usual. */
  readonly afterwards?: 'refund-pending' | 'refund-fails' | 'refunded-by-hand' | 'dispute';
}

const declined = (declineCode: string, message: string): Decline => ({ code: 'card_declined', declineCode, message });

const genericDecline = declined('generic_decline', 'Your card was declined.');
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.');
const lostCard = declined('lost_card', 'Your card was declined.');
const stolenCard = declined('stolen_card', 'Your card was declined.');
const fraudulent = declined('fraudulent', 'Your card was declined.');
const velocity = declined(
  'card_velocity_exceeded',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
);
const expired: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' };
const incorrectCvc: Decline = {
  code: 'incorrect_cvc',
  declineCode: null,
  message: "Your card's security code is incorrect.",
};
const incorrectNumber: Decline = {
  code: 'incorrect_number',
  declineCode: null,
  message: 'Your card number is incorrect.',
};
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** Somebody answered the bank's question, and not as the bank wanted. */
export const authenticationFailed = (kind: 'charge' | 'setup'): Decline => ({
  code: kind === 'charge' ? 'payment_intent_authentication_failure' : 'setup_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
});

const processingError: Decline = {
  code: 'processing_error',
  declineCode: null,
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

const good = (token: string, number: string, brand: CardBrand): TestCard => ({
  token,
  number,
  brand,
  last4: number.slice(-4),
  save: 'ok',
  charge: 'ok',
});

const failsToSave = (token: string, number: string, save: Decline, aliases: readonly string[] = []): TestCard => ({
  token,
  aliases,
  number,
  brand: 'visa',
  last4: number.slice(-4),
  save,
  charge: 'ok',
});

const failsToCharge = (
  token: string,
  number: string | null,
  charge: Decline,
  aliases: readonly string[] = [],
): TestCard => ({
  token,
  aliases,
  number,
  brand: 'visa',
  last4: number?.slice(-4) ?? '0341',
  save: 'ok',
  charge,
});

const challenge: Reaction = { challenge: true, result: 'ok' };
const challengeThen = (result: Decline): Reaction => ({ challenge: true, result });

/** A bank that wants to hear from its customer (3-D Secure). */
const asks = (
  token: string,
  number: string,
  reactions: Pick<TestCard, 'save' | 'charge'> & Partial<TestCard>,
): TestCard => ({ token, number, brand: 'visa', last4: number.slice(-4), ...reactions });

/** Cards of our own for faults of the gateway itself, which no published card has. */
const ours = (token: string, charge: Reaction): TestCard => ({
  token,
  number: null,
  brand: 'visa',
  last4: '4242',
  save: 'ok',
  charge,
});

/** The answer to any number that is not listed: it is refused and not kept (INV-21). */
export const unlistedNumber: Decline = incorrectNumber;

const invalid = (part: 'month' | 'year'): Decline => ({
  code: `invalid_expiry_${part}`,
  declineCode: null,
  message: `Your card's expiration ${part} is invalid.`,
});
/** The answer to a card that has ended: in an earlier year, or in a month of this one. */
export const invalidExpiry = { month: invalid('month'), year: invalid('year') };

const testCards: readonly TestCard[] = [
  good('tok_visa', '4242424242424242', 'visa'),
  good('tok_visa_debit', '4000056655665556', 'visa'),
  good('tok_mastercard', '5555555555554444', 'mastercard'),
  good('tok_amex', '378282246310005', 'amex'),
  good('tok_discover', '6011111111111117', 'discover'),
  good('tok_diners', '3056930009020004', 'diners'),
  good('tok_jcb', '3566002020360505', 'jcb'),
  good('tok_unionpay', '6200000000000005', 'unionpay'),
  failsToSave('tok_visa_chargeDeclined', '4000000000000002', genericDecline, ['tok_chargeDeclined']),
  failsToSave('tok_visa_chargeDeclinedInsufficientFunds', '4000000000009995', insufficientFunds, [
    'tok_chargeDeclinedInsufficientFunds',
  ]),
  failsToSave('tok_visa_chargeDeclinedLostCard', '4000000000009987', lostCard),
  failsToSave('tok_visa_chargeDeclinedStolenCard', '4000000000009979', stolenCard),
  failsToSave('tok_chargeDeclinedExpiredCard', '4000000000000069', expired, ['tok_visa_chargeDeclinedExpiredCard']),
  failsToSave('tok_chargeDeclinedIncorrectCvc', '4000000000000127', incorrectCvc, [
    'tok_visa_chargeDeclinedIncorrectCvc',
  ]),
  failsToSave('tok_chargeDeclinedProcessingError', '4000000000000119', processingError, [
    'tok_visa_chargeDeclinedProcessingError',
  ]),
  failsToSave('tok_chargeDeclinedFraudulent', '4100000000000019', fraudulent, ['tok_visa_chargeDeclinedFraudulent']),
  failsToSave('tok_visa_chargeDeclinedVelocityLimitExceeded', '4000000000006975', velocity),
  failsToSave('tok_incorrectNumber', '4242424242424241', incorrectNumber),
  failsToCharge('tok_visa_chargeCustomerFail', '4000000000000341', genericDecline, ['tok_chargeCustomerFail']),
  failsToCharge('tok_visa_chargeCustomerFailLostCard', null, lostCard),
  failsToCharge('tok_visa_chargeCustomerFailStolenCard', null, stolenCard),
  asks('tok_threeDSecure2Required', '4000000000003220', {
    save: challenge,
    charge: challenge,
    unattended: authenticationRequired,
  }),
  asks('tok_threeDSecureRequiredChargeDeclined', '4000008400001629', {
    save: challenge,
    charge: challengeThen(genericDecline),
    unattended: authenticationRequired,
  }),
  asks('tok_threeDSecureRequiredProcessingError', '4000008400001280', { save: challenge, charge: genericDecline }),
  asks('tok_threeDSecureOptional', '4000000000003055', { save: 'ok', charge: 'ok' }),
  { ...good('tok_amex_threeDSecureNotSupported', '378282246310005', 'amex'), number: null },
  asks('pm_card_authenticationRequiredOnSetup', '4000002500003155', {
    save: challenge,
    charge: challenge,
    unattended: 'ok',
  }),
  asks('pm_card_authenticationRequired', '4000002760003184', {
    save: challenge,
    charge: challenge,
    unattended: authenticationRequired,
  }),
  asks('pm_card_authenticationRequiredSetupForOffSession', '4000003800000446', {
    save: 'ok',
    charge: challenge,
    unattended: 'ok',
  }),
  asks('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    save: challenge,
    charge: challengeThen(insufficientFunds),
    unattended: insufficientFunds,
  }),
  { ...good('tok_pendingRefund', '4000000000007726', 'visa'), afterwards: 'refund-pending' },
  { ...good('tok_refundFail', '4000000000005126', 'visa'), afterwards: 'refund-fails' },
  { ...good('tok_createDispute', '4000000000000259', 'visa'), afterwards: 'dispute' },
  ours('tok_sandbox_processing', 'processing'),
  ours('tok_sandbox_timeoutBefore', 'timeout-before'),
  ours('tok_sandbox_timeoutAfter', 'timeout-after'),
  ours('tok_sandbox_error500', 'error'),
  { ...ours('tok_sandbox_refundedByHand', 'ok'), afterwards: 'refunded-by-hand' },
];

const FAIL_TIMES = /^tok_sandbox_failTimes_([1-9]\d?)$/;
const EXPIRES_IN = /^tok_sandbox_expiresInMonths_(\d{1,3})$/;

/** `tok_x` is also `pm_card_x`: Stripe publishes the same card under both. */
const isNamed = (card: TestCard, token: string): boolean =>
  card.token === token || card.aliases?.includes(token) || `pm_card_${card.token.replace(/^tok_/, '')}` === token;

export const cardByToken = (token: string): TestCard | undefined => {
  const times = FAIL_TIMES.exec(token)?.[1];
  if (times !== undefined) return ours(token, { declinesFirst: Number(times), decline: genericDecline });
  if (EXPIRES_IN.test(token)) return ours(token, 'ok');
  return testCards.find((card) => isNamed(card, token));
};

/** How many months a token says its card is still good for; 0 is one that ends with this month. */
export const monthsLeftOf = (token: string): number | null => {
  const months = EXPIRES_IN.exec(token)?.[1];
  return months === undefined ? null : Number(months);
};

export const cardByNumber = (digits: string): TestCard | undefined => testCards.find((card) => card.number === digits);
