import type { CardBrand } from '@foyer/contract/vocabulary/cards';

/** Decline of a published test card, with Stripe's code, decline code and message. */
export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** Result of saving or charging a card. `challenge`: the bank asks first (3-D Secure), and `result` follows. */
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
  /** Token, as in Stripe's test mode. */
  readonly token: string;
  readonly aliases?: readonly string[];
  readonly number: string | null;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly save: Reaction;
  readonly charge: Reaction;
  /** Result of a charge without the customer, if it differs. */
  readonly unattended?: Reaction;
  /** Event after the charge, if there is one. */
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

/** Decline after a failed challenge of the bank. */
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

const goodCard = (token: string, number: string, brand: CardBrand): TestCard => ({
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

/** Test card whose bank asks the customer (3-D Secure). */
const challengedCard = (
  token: string,
  number: string,
  reactions: Pick<TestCard, 'save' | 'charge'> & Partial<TestCard>,
): TestCard => ({ token, number, brand: 'visa', last4: number.slice(-4), ...reactions });

/** Test card for a fault of the gateway, which no published card has. */
const faultCard = (token: string, charge: Reaction): TestCard => ({
  token,
  number: null,
  brand: 'visa',
  last4: '4242',
  save: 'ok',
  charge,
});

/** Decline of a number that is not listed. It is not stored (INV-21). */
export const unlistedNumber: Decline = incorrectNumber;

const invalid = (part: 'month' | 'year'): Decline => ({
  code: `invalid_expiry_${part}`,
  declineCode: null,
  message: `Your card's expiration ${part} is invalid.`,
});
/** Declines of an expired card: earlier year, or earlier month of this year. */
export const invalidExpiry = { month: invalid('month'), year: invalid('year') };

const testCards: readonly TestCard[] = [
  goodCard('tok_visa', '4242424242424242', 'visa'),
  goodCard('tok_visa_debit', '4000056655665556', 'visa'),
  goodCard('tok_mastercard', '5555555555554444', 'mastercard'),
  goodCard('tok_amex', '378282246310005', 'amex'),
  goodCard('tok_discover', '6011111111111117', 'discover'),
  goodCard('tok_diners', '3056930009020004', 'diners'),
  goodCard('tok_jcb', '3566002020360505', 'jcb'),
  goodCard('tok_unionpay', '6200000000000005', 'unionpay'),
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
  challengedCard('tok_threeDSecure2Required', '4000000000003220', {
    save: challenge,
    charge: challenge,
    unattended: authenticationRequired,
  }),
  challengedCard('tok_threeDSecureRequiredChargeDeclined', '4000008400001629', {
    save: challenge,
    charge: challengeThen(genericDecline),
    unattended: authenticationRequired,
  }),
  challengedCard('tok_threeDSecureRequiredProcessingError', '4000008400001280', {
    save: challenge,
    charge: genericDecline,
  }),
  challengedCard('tok_threeDSecureOptional', '4000000000003055', { save: 'ok', charge: 'ok' }),
  { ...goodCard('tok_amex_threeDSecureNotSupported', '378282246310005', 'amex'), number: null },
  challengedCard('pm_card_authenticationRequiredOnSetup', '4000002500003155', {
    save: challenge,
    charge: challenge,
    unattended: 'ok',
  }),
  challengedCard('pm_card_authenticationRequired', '4000002760003184', {
    save: challenge,
    charge: challenge,
    unattended: authenticationRequired,
  }),
  challengedCard('pm_card_authenticationRequiredSetupForOffSession', '4000003800000446', {
    save: 'ok',
    charge: challenge,
    unattended: 'ok',
  }),
  challengedCard('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    save: challenge,
    charge: challengeThen(insufficientFunds),
    unattended: insufficientFunds,
  }),
  { ...goodCard('tok_pendingRefund', '4000000000007726', 'visa'), afterwards: 'refund-pending' },
  { ...goodCard('tok_refundFail', '4000000000005126', 'visa'), afterwards: 'refund-fails' },
  { ...goodCard('tok_createDispute', '4000000000000259', 'visa'), afterwards: 'dispute' },
  faultCard('tok_sandbox_processing', 'processing'),
  faultCard('tok_sandbox_timeoutBefore', 'timeout-before'),
  faultCard('tok_sandbox_timeoutAfter', 'timeout-after'),
  faultCard('tok_sandbox_error500', 'error'),
  { ...faultCard('tok_sandbox_refundedByHand', 'ok'), afterwards: 'refunded-by-hand' },
];

const FAIL_TIMES = /^tok_sandbox_failTimes_([1-9]\d?)$/;
const EXPIRES_IN = /^tok_sandbox_expiresInMonths_(\d{1,3})$/;

/** `tok_x` is also `pm_card_x`: Stripe publishes the same card under both. */
const isNamed = (card: TestCard, token: string): boolean =>
  card.token === token || card.aliases?.includes(token) || `pm_card_${card.token.replace(/^tok_/, '')}` === token;

export const cardByToken = (token: string): TestCard | undefined => {
  const times = FAIL_TIMES.exec(token)?.[1];
  if (times !== undefined) return faultCard(token, { declinesFirst: Number(times), decline: genericDecline });
  if (EXPIRES_IN.test(token)) return faultCard(token, 'ok');
  return testCards.find((card) => isNamed(card, token));
};

/** Months until the card of a token expires; 0: at the end of this month. */
export const monthsLeftOf = (token: string): number | null => {
  const months = EXPIRES_IN.exec(token)?.[1];
  return months === undefined ? null : Number(months);
};

export const cardByNumber = (digits: string): TestCard | undefined => testCards.find((card) => card.number === digits);
