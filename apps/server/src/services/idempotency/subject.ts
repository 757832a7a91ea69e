/**
 * Ids of the rows that a keyed call made, stored in the same transaction. If the call dies afterwards, a repeated call is
 * answered from these rows and does nothing twice (INV-9).
 */
export interface IdempotencySubject {
  readonly attemptId: string | null;
  readonly invoiceId: string | null;
  readonly subscriptionId: string | null;
  /** True if the call changed an existing object, so that its response is 200 instead of 201. */
  readonly changed: boolean;
  /** Only for a one-time purchase. */
  readonly purchaseId?: string;
}

export const writeSubject = (subject: IdempotencySubject): string => JSON.stringify(subject);

export const readSubject = (text: string): IdempotencySubject => JSON.parse(text) as IdempotencySubject;
