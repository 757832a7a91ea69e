import { call } from '../../../lib/call.ts';

/** Drops the change that waits for the end of the period, or lets a trial just end; the plan goes on (api.md §4.2). */
export const takeBackChange = (subscriptionId: string) =>
  call('PATCH /api/subscription/subscriptions/:id', {
    params: { id: subscriptionId },
    body: { transitionAtEnd: false },
  });
