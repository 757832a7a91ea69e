/**
 * Every `error.type` a call may answer with, and the HTTP status it travels under (api.md §0.1, §0.2, §1).
 * One list for server, page and API document. Words for the customer live in the page's text catalogue.
 */
export const errorStatus = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  INVALID_TOKEN: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  OPERATION_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,

  INVALID_CREDENTIALS: 400,

  INVALID_PLAN: 400,
  MISSING_ADDRESS: 400,
  StripeCardError: 402,
  PAYMENT_METHOD_REQUIRED: 402,
  PAYMENT_REQUIRED: 402,
  NEEDS_REVIEW: 403,
  EXPORT_DENIED: 403,
  STUDENT_EMAIL_REQUIRED: 403,
  CARD_COUNTRY_UNSUPPORTED: 409,
  SUBSCRIPTION_LIMIT: 409,
  TRIAL_ALREADY_USED: 409,
  TRIAL_NOT_OFFERED: 409,
  NOT_RENEWABLE: 409,
  PREPAID_NOT_MODIFIABLE: 409,
  QUOTE_CHANGED: 409,
  ALREADY_PAID: 409,
  PAYMENT_GATEWAY_ERROR: 502,

  CLOCK_BUSY: 409,
} as const;

export type ErrorType = keyof typeof errorStatus;

/** What any call may answer, so that routes need not repeat it. */
export const commonErrors = [
  'INVALID_REQUEST',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorType[];
