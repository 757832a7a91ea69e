import { call } from '../../../lib/call.ts';

/**
 * Saves the card of a gateway token. The server retries open receipts with it. The card number never reaches our server
 * (PM-02).
 */
export const saveCard = (token: string, idempotencyKey: string) =>
  call('POST /api/account/me/payment_methods', { body: { type: 'stripe', token } }, { idempotencyKey });
