import { type IdempotencySubject, readSubject } from './idempotency-subject.ts';
import type { OrDeclined } from './or-declined.ts';
import type { BillingReads } from './ports.ts';

/** What a keyed call that died came to: what it made, or the refusal its payment attempt ended in. */
export const makeSubjectOutcome =
  (reads: Pick<BillingReads, 'attempt'>, orDeclined: OrDeclined) =>
  async (text: string): Promise<IdempotencySubject> => {
    const subject = readSubject(text);
    const attempt = subject.attemptId === null ? null : await reads.attempt(subject.attemptId);
    if (attempt) await orDeclined(attempt);
    return subject;
  };
