import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';

/** Withdraws a request for a plan by agreement (S22). One that is gone already is withdrawn too. */
export const withdrawRequest = async (subscriptionId: string): Promise<void> => {
  try {
    await call('DELETE /api/subscription/subscriptions/:id', { params: { id: subscriptionId } });
  } catch (error) {
    if (!(error instanceof CallError && error.type === 'NOT_FOUND')) throw error;
  }
};
