/**
 * What a keyed call made, written with it in the same transaction, so that a call that died afterwards is answered from
 * what became of it and never done twice (INV-9).
 */
export interface IdempotencySubject {
  readonly attemptId: string | null;
  readonly invoiceId: string | null;
  readonly subscriptionId: string | null;
  /** Carried out on something that was there before: the first answer was a 200 and not a 201. */
  readonly changed: boolean;
  /** Of a one-time purchase only. */
  readonly purchaseId?: string;
}

export const writeSubject = (subject: IdempotencySubject): string => JSON.stringify(subject);

export const readSubject = (text: string): IdempotencySubject => JSON.parse(text) as IdempotencySubject;
