import { call } from '../../../lib/call.ts';

export interface CardNumbers {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** The sandbox gateway's stand-in for a provider's browser library: test card numbers for a token (PM-02). */
export const makeSandboxToken = async (card: CardNumbers): Promise<string> =>
  (await call('POST /sandbox/tokens', { body: card })).id;
