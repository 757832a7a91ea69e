import type { Declined, IntentState } from '../billing/ports.ts';

/** What the sandbox's card field knows of a card. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface CardToken {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
}

/** Makes a token of a listed test number; any other number is declined and neither is kept. */
export type CreateToken = (card: CardDetails) => Promise<CardToken | Declined>;

/** The bank's part of the sandbox: the page that asks the customer, and what the answer comes to. Null: no such challenge. */
export interface AnswerChallenge {
  read(intentRef: string): Promise<IntentState | null>;
  answer(intentRef: string, approved: boolean): Promise<IntentState | null>;
}
