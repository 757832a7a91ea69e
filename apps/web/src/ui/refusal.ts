import { CallError } from '../lib/call-error.ts';

/** Field that a refusal is about. */
export type RefusedField = 'password' | 'email' | 'newPassword' | 'first' | 'second';

/** Kinds of refusal. The product specification names the first eight (SC-08); in the others any call may fail. */
export type RefusalKind =
  | 'authPasswordInvalid'
  | 'signInAgain'
  | 'changeEmailTaken'
  | 'changeEmailInvalid'
  | 'changePasswordInvalid'
  | 'tfaNotEnabled'
  | 'tfaFirstCodeInvalid'
  | 'tfaSecondCodeInvalid'
  | 'cidrRequired'
  | 'cidrInvalid'
  | 'notAllowed'
  | 'readOnly'
  | 'passkeyNotValid'
  | 'tooMany'
  | 'underWay'
  | 'providerRefused'
  | 'providerSilent'
  | 'unknown'
  | 'fault'
  | 'other';

export interface Refusal {
  readonly kind: RefusalKind;
  /** Null: the refusal is about the whole form. */
  readonly field: RefusedField | null;
  /** Message of the server, for kinds whose own text gives no reason. */
  readonly serverMessage: string | null;
  /** With `tooMany`: seconds to wait. */
  readonly seconds: number | null;
}

type Meaning = readonly [kind: RefusalKind, field: RefusedField | null];

const meanings: Readonly<Record<string, Meaning>> = {
  INVALID_CREDENTIALS: ['authPasswordInvalid', 'password'],
  UNAUTHORIZED: ['authPasswordInvalid', 'password'],
  PASSWORD_REQUIRED: ['authPasswordInvalid', 'password'],
  INVALID_PASSWORD: ['changePasswordInvalid', 'newPassword'],
  MFA_NOT_ENABLED: ['tfaNotEnabled', null],
  CIDR_REQUIRED: ['cidrRequired', null],
  INVALID_CIDR: ['cidrInvalid', null],
  FORBIDDEN: ['notAllowed', null],
  PASSKEY_NOT_VALID: ['passkeyNotValid', null],
  RATE_LIMITED: ['tooMany', null],
  OPERATION_IN_PROGRESS: ['underWay', null],
  PAYMENT_GATEWAY_ERROR: ['providerRefused', null],
  OFFLINE: ['unknown', null],
  INVALID_RESPONSE: ['unknown', null],
  UNSUCCESSFUL: ['unknown', null],
  // Both may come after the change was stored, when the database connection broke during the confirmation.
  INTERNAL_ERROR: ['fault', null],
  UNAVAILABLE: ['fault', null],
};

const meaningOf = ({ type, code, message, field }: CallError): Meaning => {
  if (code === 'sign_in_again') return ['signInAgain', null];
  if (code === 'read_only') return ['readOnly', null];
  if (code === 'undecided') return ['providerSilent', null];
  if (type === 'INVALID_EMAIL') return [/already/i.test(message) ? 'changeEmailTaken' : 'changeEmailInvalid', 'email'];
  if (type === 'CODE_NOT_VALID')
    return field === 'secondCode' || /second/i.test(message)
      ? ['tfaSecondCodeInvalid', 'second']
      : ['tfaFirstCodeInvalid', 'first'];
  return meanings[type] ?? ['other', null];
};

/**
 * Classifies a refused change of a security setting by the error code of the server (SC-08). Invalid credentials,
 * UNAUTHORIZED and PASSWORD_REQUIRED mean a wrong password, or with an external provider that the user must sign in
 * again. The field, or else the message, tells which of two codes was wrong. Without an answer, or after a server
 * error, the outcome is unknown.
 */
export const refusalOf = (cause: unknown): Refusal => {
  if (!(cause instanceof CallError)) return { kind: 'other', field: null, serverMessage: null, seconds: null };
  const [kind, field] = meaningOf(cause);
  const serverMessage = kind === 'changePasswordInvalid' && cause.message !== cause.type ? cause.message : null;
  return { kind, field, serverMessage, seconds: cause.retryAfter };
};

/** Returns whether the change may have been made. The page then says so and refetches the setting (INV-12). */
export const isOutcomeUnknown = ({ kind }: Refusal): boolean => kind === 'unknown' || kind === 'fault';
