import type { ErrorBody, PaymentAction } from '@foyer/contract/api/route';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { ActionSubject } from '@foyer/contract/vocabulary/record-words';
import { type OperatorRefusal, type OperatorRefusalDetail, refuseOperator } from '@foyer/domain/operator-refusal';
import { declineIn } from '@foyer/domain/payments/decline-words';
import type { Refusal, Result } from '@foyer/domain/result';

/** Object of a refused command or read: its kind, as in the audit log, and the id that the operator gave. */
export interface RefusalSubject {
  readonly type: ActionSubject | 'list' | 'plan' | 'request';
  readonly id: string;
}

/** Details of a refusal. */
export interface RefusalDetail {
  readonly message?: string;
  readonly code?: string | null;
  readonly declineCode?: string | null;
  readonly field?: string | null;
  readonly quote?: unknown;
  /** True for NEEDS_REVIEW if the code or promotion is held until the review is decided (D7). */
  readonly held?: boolean;
  /** Required ending of the email address, for STUDENT_EMAIL_REQUIRED. */
  readonly emailSuffix?: string;
  readonly methods?: readonly string[];
  readonly action?: PaymentAction;
  /** Object of a refused call or command of an operator. Its sentence is then for operators. */
  readonly subject?: RefusalSubject;
  /** Amounts in cents, for ACTION_REFUSED with the code more_than_left. */
  readonly amounts?: OperatorRefusalDetail['amounts'];
  /**
   * Further members of the error response. Only ADDRESS_INVALID and a failed one-time purchase have any.
   */
  readonly beside?: Pick<ErrorBody, 'validate' | 'suggestions' | 'original' | 'purchase'>;
  /** Status if it differs from that of the type, such as 400 for INVALID_TOKEN about a link. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** Header `WWW-Authenticate` of a refused vendor key (RFC 6750). */
  readonly challenge?: string;
}

/** Expected refusal of a call, with a type of the contract. Use cases throw it; it is never logged as a fault. */
export class Refused extends Error {
  readonly type: ErrorType;
  readonly detail: RefusalDetail;

  constructor(type: ErrorType, detail: RefusalDetail = {}) {
    super(detail.message ?? type);
    this.name = 'Refused';
    this.type = type;
    this.detail = detail;
  }

  get status(): number {
    return this.detail.status ?? errorStatus[this.type];
  }

  /**
   * Returns the message: that of this refusal, or the usual one of its type. Pages show their own texts, except the reason of
   * a bank for a declined card. So that one is translated (BY-05).
   */
  messageIn(language: Language, usual: string | undefined): string {
    const words = this.detail.message ?? usual ?? this.type;
    return this.type === 'StripeCardError' ? declineIn(language, this.detail, words) : words;
  }
}

/** Refuses further tries before `until`. */
export const refusedUntil = (until: Instant, now: Instant): Refused =>
  new Refused('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / SECOND_MS)) });

/** Makes the error of a rule's refusal. `subject`: object of an operator's command. */
const asRefused = (
  { type, detail: { code, emailSuffix, field, amounts, ...quote } }: Refusal,
  subject?: RefusalSubject,
): Refused =>
  new Refused(type, {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof emailSuffix === 'string' ? { emailSuffix } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    ...(amounts === undefined ? {} : { amounts: amounts as OperatorRefusalDetail['amounts'] }),
    ...(Object.keys(quote).length > 0 ? { quote } : {}),
    ...(subject ? { subject } : {}),
  });

/** Refuses an operator's command about an object. `operator-reasons.ts` has the sentence of each code. */
export const refusedCommand = (
  code: OperatorRefusal,
  subject: RefusalSubject,
  detail: OperatorRefusalDetail = {},
): Refused => asRefused(refuseOperator(code, detail), subject);

/** Returns the value of a rule's result, or throws its refusal. `subject`: object of an operator's command. */
export const orRefuse = <T>(result: Result<T>, subject?: RefusalSubject): T => {
  if (!result.ok) throw asRefused(result, subject);
  return result.value;
};

/**
 * Refuses an account with an unverified email address (H1, M4, L3). A person who does not own the address may have
 * registered it. Additions of that person must not survive when the owner recovers the account.
 */
export const requireVerifiedEmail = ({ emailVerifiedAt }: { readonly emailVerifiedAt: Instant | null }): void => {
  if (emailVerifiedAt !== null) return;
  throw new Refused('FORBIDDEN', { code: 'email_not_verified', message: 'Verify your email address first.' });
};
