import type { Language } from '@foyer/contract/vocabulary/languages';

/** Codes of a declined payment, as the bank or the gateway reports them. */
export interface Decline {
  readonly code?: string | null | undefined;
  readonly declineCode?: string | null | undefined;
}

/**
 * German texts by decline code, else by code, as documented by Stripe. English texts come from the gateway unchanged.
 */
const german = new Map(
  Object.entries({
    insufficient_funds: 'Ihre Karte ist nicht ausreichend gedeckt.',
    card_velocity_exceeded:
      'Ihre Karte wurde abgelehnt, weil sie zu oft hintereinander belastet wurde oder ihr Limit erreicht ist.',
    expired_card: 'Ihre Karte ist abgelaufen.',
    incorrect_cvc: 'Die Prüfziffer Ihrer Karte ist nicht richtig.',
    invalid_cvc: 'Die Prüfziffer Ihrer Karte ist nicht richtig.',
    incorrect_number: 'Die Nummer Ihrer Karte ist nicht richtig.',
    invalid_number: 'Die Nummer Ihrer Karte ist nicht richtig.',
    invalid_expiry_month: 'Der Monat, bis zu dem Ihre Karte gültig ist, ist nicht richtig.',
    invalid_expiry_year: 'Das Jahr, bis zu dem Ihre Karte gültig ist, ist nicht richtig.',
    incorrect_zip: 'Die Postleitzahl passt nicht zu Ihrer Karte.',
    card_not_supported: 'Ihre Karte eignet sich nicht für diese Art von Kauf.',
    currency_not_supported: 'Ihre Karte eignet sich nicht für Zahlungen in US-Dollar.',
    authentication_required: 'Ihre Bank verlangt eine Bestätigung von Ihnen.',
    payment_intent_authentication_failure:
      'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es erneut.',
    setup_intent_authentication_failure:
      'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es erneut.',
    processing_error:
      'Bei der Verarbeitung Ihrer Karte ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
  }),
);

const DECLINED = 'Ihre Karte wurde abgelehnt.';
const FAILED = 'Bei der Verarbeitung Ihrer Zahlung ist ein Fehler aufgetreten.';

/** Decline reason in the language of the customer (BY-05). English is the gateway's own message. */
export const declineIn = (language: Language, { code, declineCode }: Decline, gatewayWords: string): string => {
  if (language === 'en') return gatewayWords;
  if (!code && !declineCode) return FAILED;
  return german.get(declineCode ?? '') ?? german.get(code ?? '') ?? DECLINED;
};
