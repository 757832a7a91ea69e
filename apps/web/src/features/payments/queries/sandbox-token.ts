import { call } from '../../../lib/call.ts';
import type { CardNumbers } from '../model/card-entry.ts';

/** Makes a token for test card numbers, as the browser library of a real gateway does (PM-02). */
export const makeSandboxToken = async (card: CardNumbers): Promise<string> =>
  (await call('POST /sandbox/tokens', { body: card })).id;
