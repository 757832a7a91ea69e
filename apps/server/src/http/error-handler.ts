import type { ErrorBody } from '@foyer/contract/api/route';
import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../services/idempotency/ports.ts';
import type { Origin } from '../services/identity/ports.ts';
import { Refused } from '../services/refused.ts';
import { languageOf } from './language.ts';

/** Plain words for a caller that shows `message` as it is; the portal has its own, by type. */
const messages: Record<ErrorType, string> = {
  INVALID_REQUEST: 'The request is not valid.',
  UNAUTHORIZED: 'Sign in first.',
  INVALID_TOKEN: 'This token is not valid.',
  FORBIDDEN: 'This is not allowed.',
  NOT_FOUND: 'There is no such thing.',
  OPERATION_IN_PROGRESS: 'This is still being processed.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON.',
  IDEMPOTENCY_MISMATCH: 'This key was used for another request.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
  UNAVAILABLE: 'The service is out of reach for a moment. Try again.',
  INVALID_CREDENTIALS: 'The e-mail address and the secret do not match.',
  PASSWORD_REQUIRED: 'Enter your account password.',
  INVALID_PASSWORD: 'Choose another password.',
  INVALID_EMAIL: 'This is not a valid e-mail address.',
  MFA_REQUIRED: 'A second step is needed to sign in.',
  MFA_NOT_ENABLED: 'Two-step authentication is not switched on.',
  MFA_ALREADY_ENABLED: 'Two-step authentication is switched on already.',
  CODE_NOT_VALID: 'This code is not valid.',
  PASSKEY_NOT_VALID: 'This passkey was not accepted.',
  ALREADY_VERIFIED: 'This e-mail address is verified already.',
  TOKEN_USED: 'This link was used already.',
  TOKEN_EXPIRED: 'This link has expired.',
  INVALID_USER: 'This link belongs to another account.',
  CIDR_REQUIRED: 'Enter at least one network range.',
  INVALID_CIDR: 'This is not a valid network range.',
  CLOSURE_BLOCKED: 'The account cannot be closed just now.',
  TRIAL_NOT_OFFERED: 'This plan has no trial.',
  TRIAL_ALREADY_USED: 'The trial of this product was used already.',
  CARD_COUNTRY_UNSUPPORTED: 'Cards are not accepted for addresses in this country.',
  CLOCK_BUSY: 'The sandbox clock is still moving.',
  ACTION_REFUSED: 'This cannot be done as things stand.',
  INVALID_PLAN: 'This plan is not on offer.',
  STUDENT_EMAIL_REQUIRED: 'This plan needs a verified e-mail address of a school.',
  SUBSCRIPTION_LIMIT: 'There are as many subscriptions of this plan as it allows.',
  NOT_RENEWABLE: 'This subscription does not renew.',
  PREPAID_NOT_MODIFIABLE: 'A prepaid subscription cannot be changed.',
  ALREADY_PAID: 'This is paid already.',
  INVALID_COUPON: 'Invalid Coupon Code',
  COUPON_REDEEMED: 'You have redeemed this code already.',
  PLANS_NOT_SUPPORTED: 'This code does not apply to the plans shown.',
  PREPAID_PLAN_MISMATCH: 'A prepaid plan of another kind is in use.',
  INVALID_COUPON_TYPE: 'This code is of another kind.',
  INVALID_COUPON_TIER: 'This extension is for another tier.',
  NOT_PERPETUAL: 'This is not a perpetual license.',
  MAINTENANCE_LIMIT: 'Cannot extend maintenance for this duration.',
  MISSING_ADDRESS: 'An address is needed first.',
  ADDRESS_INVALID: 'This address could not be verified.',
  ADDRESS_EXISTS: 'There is an address already. Support can change it.',
  StripeCardError: 'Your card was declined.',
  PAYMENT_METHOD_REQUIRED: 'A card is needed first.',
  PAYMENT_REQUIRED: 'An open payment comes first.',
  NEEDS_REVIEW: 'Your account is under export review.',
  EXPORT_DENIED: 'The export review has refused this.',
  INVALID: 'Your account is not eligible for this promotion.',
  PROMO_NOT_AVAILABLE: 'Your account is not eligible for this promotion.',
  PROMO_NOT_FOUND: 'Your account has already claimed this promotion.',
  QUOTE_CHANGED: 'The amount has changed.',
  EXPIRED: 'This took too long. Try again.',
  PAYMENT_GATEWAY_ERROR: 'There was an error processing your transaction.',
};

/** Message of a refusal that has none of its own. Wrong credentials of a signed-in caller can only be the password. */
const usualMessage = ({ type, detail }: Refused): string =>
  type === 'INVALID_CREDENTIALS' && detail.field === 'password' ? 'The password is not correct.' : messages[type];

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
      code: refused.detail.code ?? null,
      declineCode: refused.detail.declineCode ?? null,
      field: refused.detail.field ?? null,
      requestId,
      ...(refused.detail.held === undefined ? {} : { held: refused.detail.held }),
      ...(refused.detail.emailSuffix === undefined ? {} : { emailSuffix: refused.detail.emailSuffix }),
      ...(refused.detail.quote === undefined ? {} : { quote: refused.detail.quote }),
      ...(refused.detail.methods === undefined ? {} : { methods: [...refused.detail.methods] }),
      ...(refused.detail.action === undefined ? {} : { action: refused.detail.action }),
    },
    ...refused.detail.beside,
  };
};

/** Refusal as the answer that a key keeps. */
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

/** What the framework refuses by itself (broken JSON, a body too large), in the words of our list. */
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
  reply.serializer(JSON.stringify);
  return reply
    .code(refused.status)
    .type('application/json; charset=utf-8')
    .send(errorBodyOf(refused, { requestId: request.id, language: languageOf(request.headers, languages) }));
};

/** Refusals go out as they are; anything else is a fault: logged with its cause, told without it (INV-23). */
export const installErrorHandling = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = asRefused(error);
    if (refused) {
      if (refused.type === 'UNAVAILABLE') request.log.warn({ err: error, requestId: request.id }, 'unavailable');
      return sendRefusal(refused, request, reply);
    }
    request.log.error({ err: error, requestId: request.id }, 'unexpected fault');
    return sendRefusal(new Refused('INTERNAL_ERROR'), request, reply);
  });
};
