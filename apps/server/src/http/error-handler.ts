import type { ErrorBody } from '@foyer/contract/api/route';
import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../services/idempotency/ports.ts';
import type { Origin } from '../services/identity/ports.ts';
import { operatorSentenceOf } from '../services/operator-reasons.ts';
import { Refused } from '../services/refused.ts';
import { languageOf } from './language.ts';

/** English messages for callers that show `message`. The portal has its own texts by type. */
const messages: Record<ErrorType, string> = {
  INVALID_REQUEST: 'The request is not valid. Check its URL, headers and body.',
  UNAUTHORIZED: 'This call needs a session. Sign in, or renew the access token.',
  INVALID_TOKEN: 'The token is wrong, or its session has ended. Sign in again, or request a new link.',
  FORBIDDEN: 'This caller may not make this call. error.code names the reason, or is null.',
  NOT_FOUND: 'Nothing was found at this path. Check the path and its ids; ids of other accounts are not found either.',
  OPERATION_IN_PROGRESS: 'An operation on the same object is still running. Try again in a few seconds.',
  PAYLOAD_TOO_LARGE: 'The request body is larger than this call accepts. Send a smaller one.',
  UNSUPPORTED_MEDIA_TYPE: 'This call accepts only uncompressed JSON. Send content-type: application/json.',
  IDEMPOTENCY_MISMATCH: 'This Idempotency-Key was used for another request. Send a new key.',
  RATE_LIMITED: 'Too many requests. Try again when the seconds in the header Retry-After have passed.',
  INTERNAL_ERROR: 'The server could not complete the call. Try again; if it fails again, report error.requestId.',
  UNAVAILABLE: 'The service cannot be reached at the moment. Try again in a few seconds.',
  INVALID_CREDENTIALS: 'The email address or the password is wrong. Check both.',
  PASSWORD_REQUIRED: 'Confirm this with the account password.',
  INVALID_PASSWORD: 'This password is not accepted. Choose another one.',
  INVALID_EMAIL: 'This email address is not accepted. Enter another one.',
  MFA_REQUIRED: 'Sign-in needs a second factor. Send the call again with one of error.methods.',
  MFA_NOT_ENABLED: 'Two-step authentication is not switched on for this account. Switch it on first.',
  MFA_ALREADY_ENABLED:
    'Two-step authentication is already switched on for this account. Switch it off to set it up again.',
  CODE_NOT_VALID: 'This code is wrong, expired or already used. Enter a new one.',
  PASSKEY_NOT_VALID: 'This passkey was not accepted. Try again, or use another factor.',
  ALREADY_VERIFIED: 'The email address of this account is already verified. There is nothing to do.',
  TOKEN_USED: 'This link was already used. Request a new one.',
  TOKEN_EXPIRED: 'This link has expired. Request a new one.',
  INVALID_USER: 'This link is for another account, or its account is closed. Sign in to the account that got the link.',
  CIDR_REQUIRED: 'Enter at least one network range, such as 203.0.113.0/24.',
  INVALID_CIDR: 'This is not a network range in CIDR notation, such as 203.0.113.0/24.',
  CLOSURE_BLOCKED: 'The account cannot be closed at the moment. error.code names what prevents it.',
  TRIAL_NOT_OFFERED: 'This plan has no trial. Order it without one.',
  TRIAL_ALREADY_USED: 'This account has already used the trial of this product. Order the plan without one.',
  CARD_COUNTRY_UNSUPPORTED: 'Cards are not accepted for addresses in this country. Contact support.',
  CLOCK_BUSY: 'The sandbox clock is still moving. Try again when it has stopped.',
  ACTION_REFUSED: 'The current state of the object does not allow this action. error.code names the reason.',
  INVALID_PLAN: 'This plan is not for sale. GET /api/subscription/plans lists the plans that are.',
  STUDENT_EMAIL_REQUIRED: 'This plan needs a verified email address that ends with error.emailSuffix.',
  SUBSCRIPTION_LIMIT: 'The account has as many subscriptions of this plan as the plan allows. End one of them first.',
  NOT_RENEWABLE: 'This subscription does not renew, so its renewal cannot be changed.',
  PREPAID_NOT_MODIFIABLE: 'A prepaid subscription cannot be changed. Wait for its end.',
  ALREADY_PAID: 'This receipt is already paid. Nothing was charged.',
  INVALID_COUPON: 'Invalid Coupon Code',
  COUPON_REDEEMED: 'This account has already redeemed this code. Enter another one.',
  PLANS_NOT_SUPPORTED: 'This code does not apply to the plans shown.',
  PREPAID_PLAN_MISMATCH:
    'The account has another prepaid plan, which this code cannot extend. Redeem it when that plan has ended.',
  INVALID_COUPON_TYPE: 'This call does not accept codes of this kind. Enter another code.',
  INVALID_COUPON_TIER: 'This maintenance extension is for licenses of another tier.',
  NOT_PERPETUAL: 'This subscription is not a perpetual license. Choose one that is.',
  MAINTENANCE_LIMIT: 'Cannot extend maintenance for this duration.',
  MISSING_ADDRESS: 'The account has no address. Add an address first.',
  ADDRESS_INVALID: 'This address could not be verified. Correct it, or confirm it as typed.',
  ADDRESS_EXISTS: 'The account already has an address. Support can change it.',
  StripeCardError: 'Your card was declined.',
  PAYMENT_METHOD_REQUIRED: 'The account has no card. Save a card first.',
  PAYMENT_REQUIRED: 'This subscription has an open receipt. Pay it first.',
  NEEDS_REVIEW: 'Your account is under export review. Wait for its decision.',
  EXPORT_DENIED: 'The export review of this account was denied. Contact support.',
  INVALID: 'Your account is not eligible for this promotion.',
  PROMO_NOT_AVAILABLE: 'Your account is not eligible for this promotion.',
  PROMO_NOT_FOUND: 'Your account has already claimed this promotion.',
  QUOTE_CHANGED: 'The amount has changed since the quote. Confirm the amount in error.quote.',
  ALREADY_HELD: 'The account has got this plan since. Check what it has, then confirm the order.',
  EXPIRED: 'This payment or card can no longer be confirmed. Start again.',
  PAYMENT_GATEWAY_ERROR: 'There was an error processing your transaction.',
};

/** Message of a refusal without one. Wrong credentials of a signed-in caller can only be the password. */
const usualMessage = (refused: Refused): string => {
  const sentence = operatorSentenceOf(refused);
  if (sentence !== null) return sentence;
  const {
    type,
    detail: { field },
  } = refused;
  if (type === 'INVALID_CREDENTIALS' && field === 'password') return 'The password is not correct.';
  if (type === 'INVALID_REQUEST' && field != null) return `The field ${field} is missing or not valid.`;
  return messages[type];
};

/** Body of a refused call, in the language of the caller. */
export const errorBodyOf = (
  refused: Refused,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
): ErrorBody => {
  const message = refused.messageIn(language, usualMessage(refused));
  return {
    message,
    error: {
      type: refused.type,
      message,
      code: refused.type === 'NOT_FOUND' ? null : (refused.detail.code ?? null),
      declineCode: refused.detail.declineCode ?? null,
      field: refused.detail.field ?? null,
      requestId,
      ...(refused.detail.held === undefined ? {} : { held: refused.detail.held }),
      ...(refused.detail.emailSuffix === undefined ? {} : { emailSuffix: refused.detail.emailSuffix }),
      ...(refused.detail.quote === undefined ? {} : { quote: refused.detail.quote }),
      ...(refused.detail.methods === undefined ? {} : { methods: [...refused.detail.methods] }),
      ...(refused.detail.action === undefined ? {} : { action: refused.detail.action }),
      ...(refused.detail.subject === undefined ? {} : { subject: refused.detail.subject }),
      ...(refused.detail.amounts === undefined ? {} : { amounts: refused.detail.amounts }),
    },
    ...refused.detail.beside,
  };
};

/** Converts a refusal to the response that is stored with a key. */
export const asStoredRefusal = (refused: Refused, origin: Pick<Origin, 'requestId' | 'language'>): StoredAnswer => ({
  statusCode: refused.status,
  // A call over HTTP always has a request id.
  response: errorBodyOf(refused, { requestId: origin.requestId ?? '', language: origin.language }),
});

const byStatus: Record<number, ErrorType> = {
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/**
 * Converts refusals of the framework, such as broken JSON or a body that is too large, to error types of the contract.
 */
const asRefused = (error: FastifyError | Error): Refused | null => {
  if (error instanceof Refused) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === undefined || status === 500) return null;
  const known = byStatus[status];
  if (known) return new Refused(known);
  return status >= 400 && status < 500 ? new Refused('INVALID_REQUEST') : null;
};

export const sendRefusal = (refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (refused.detail.retryAfterSeconds !== undefined) reply.header('retry-after', refused.detail.retryAfterSeconds);
  if (refused.detail.challenge !== undefined) reply.header('www-authenticate', refused.detail.challenge);
  reply.serializer(JSON.stringify);
  return reply
    .code(refused.status)
    .type('application/json; charset=utf-8')
    .send(errorBodyOf(refused, { requestId: request.id, language: languageOf(request.headers, languages) }));
};

/** Sends refusals to the caller. Any other error is a fault: its cause is logged and not sent (INV-23). */
export const installErrorHandling = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = asRefused(error);
    if (refused) {
      if (refused.type === 'UNAVAILABLE')
        request.log.warn({ err: error, requestId: request.id }, 'request refused: a service it needs is unavailable');
      return sendRefusal(refused, request, reply);
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed with an unexpected error');
    return sendRefusal(new Refused('INTERNAL_ERROR'), request, reply);
  });
};
