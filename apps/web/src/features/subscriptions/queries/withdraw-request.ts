import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';

/**
 * Result of a withdrawal. `accepted`: an operator accepted the request first, and nothing was withdrawn. `closed`: it was
 * withdrawn elsewhere or declined before.
 */
export type Withdrawal = 'withdrawn' | 'accepted' | 'closed';

/** Withdraws a request for a plan by agreement (S22). */
export const withdrawRequest = async (subscriptionId: string): Promise<Withdrawal> => {
  try {
    await call('DELETE /api/subscription/subscriptions/:id', {
      params: { id: subscriptionId },
      query: { onlyRequest: 'true' },
    });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.type === 'ACTION_REFUSED' && error.code === 'not_requested') return 'accepted';
    if (error.type === 'NOT_FOUND') return 'closed';
    throw error;
  }
  return 'withdrawn';
};
