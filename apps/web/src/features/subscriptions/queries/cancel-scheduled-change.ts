import { call } from '../../../lib/call.ts';

/** Drops the change that waits for the end of the period, or lets a trial end. The plan continues (decision 15). */
export const cancelScheduledChange = (subscriptionId: string) =>
  call('PATCH /api/subscription/subscriptions/:id', {
    params: { id: subscriptionId },
    body: { transitionAtEnd: false },
  });
