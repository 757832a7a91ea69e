import type { CardBrand } from '@foyer/contract/vocabulary/plans';

/** How a published test card behaves (billing.md §4). A decline has Stripe's code, decline code and words. */
export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

export interface TestCard {
  /** The token, as in Stripe's test mode. */
  readonly token: string;
  readonly aliases?: readonly string[];
  readonly number: string | null;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly save: 'ok' | Decline;
  readonly charge: 'ok' | Decline;
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

/** The answer to any number that is not listed: it is refused and not kept (INV-21). */
export const unlistedNumber: Decline = incorrectNumber;

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
];

export const cardByToken = (token: string): TestCard | undefined =>
  testCards.find(
    (card) =>
      card.token === token || card.aliases?.includes(token) || `pm_card_${card.token.slice('tok_'.length)}` === token,
  );

export const cardByNumber = (digits: string): TestCard | undefined => testCards.find((card) => card.number === digits);
