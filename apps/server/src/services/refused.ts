import type { ErrorBody, PaymentAction } from '@foyer/contract/api/route';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { declineIn } from '@foyer/domain/billing/decline-words';
import type { Refusal, Result } from '@foyer/domain/result';

/** Details that a refusal may have beside its type. */
export interface RefusalDetail {
  readonly message?: string;
  readonly code?: string | null;
  readonly declineCode?: string | null;
  readonly field?: string | null;
  readonly quote?: unknown;
  /** With NEEDS_REVIEW: what was asked for is kept until the review is decided (D7). */
  readonly held?: boolean;
  /** With STUDENT_EMAIL_REQUIRED: how an address has to end for this plan. */
  readonly emailSuffix?: string;
  readonly methods?: readonly string[];
  readonly action?: PaymentAction;
  /** Members beside `error`, for the few refusals that have any (ADDRESS_INVALID, a failed one-time purchase). */
  readonly beside?: Pick<ErrorBody, 'validate' | 'suggestions' | 'original' | 'purchase'>;
  /** Status, where it differs from the usual one of the type, such as 400 for INVALID_TOKEN about a link. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** An expected "no" on its way to the caller: a type of the one list, thrown once by a use-case and never a fault. */
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
   * What it says: words of its own, or the usual ones of its type. Pages have theirs, by type, and show these only where
   * a bank says why it declined a card: so that is said in the language of the page (BY-05).
   */
  messageIn(language: Language, usual: string | undefined): string {
    const words = this.detail.message ?? usual ?? this.type;
    return this.type === 'StripeCardError' ? declineIn(language, this.detail, words) : words;
  }
}

/** Too many tries: not before `until`. */
export const refusedUntil = (until: Instant, now: Instant): Refused =>
  new Refused('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / SECOND_MS)) });

const asRefused = ({ type, detail: { code, emailSuffix, ...quote } }: Refusal): Refused =>
  new Refused(type, {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof emailSuffix === 'string' ? { emailSuffix } : {}),
    ...(Object.keys(quote).length > 0 ? { quote } : {}),
  });

/** The value of a decision, or its refusal thrown. */
export const orRefuse = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw asRefused(result);
};

/**
 * Refuses an account whose e-mail address is not verified (H1, M4, L3): until then it may have been registered by another
 * person than the owner of the address, and what that person adds must not outlive the owner's return.
 */
export const requireVerifiedEmail = ({ emailVerifiedAt }: { readonly emailVerifiedAt: Instant | null }): void => {
  if (emailVerifiedAt !== null) return;
  throw new Refused('FORBIDDEN', { code: 'email_not_verified', message: 'Verify your email address first.' });
};
