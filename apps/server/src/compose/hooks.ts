import { makePostHook } from '../adapters/hooks/post-hook.ts';
import { makeSignHook } from '../adapters/hooks/sign-hook.ts';
import { newId } from '../adapters/new-id.ts';
import { makeAnnounceEntitlements, makeHookDeliveries } from '../adapters/postgres/hook-deliveries.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import { makeDeliverHook } from '../services/entitlements/deliver-hook.ts';
import { viewChange } from '../services/entitlements/view-entitlement.ts';
import type { ComposeNeeds } from './needs.ts';

interface HookNeeds extends Pick<ComposeNeeds, 'database' | 'hooks' | 'wallNow' | 'onFault'> {
  readonly queue: Pick<JobQueue, 'enqueueHooks'>;
}

/** Connects the messages to products: the part that stores them and the part that sends them. */
export const composeHooks = ({ database, queue, hooks, wallNow, onFault }: HookNeeds) => {
  const endpoints = hooks?.endpoints ?? {};
  return {
    announceEntitlements: makeAnnounceEntitlements({
      products: Object.keys(endpoints),
      enqueueHooks: queue.enqueueHooks,
      view: viewChange,
      newId: () => newId('hookDelivery'),
      wallNow,
    }),
    deliverHook: makeDeliverHook(
      { wallNow, onFault },
      {
        deliveries: makeHookDeliveries(database, wallNow),
        endpoints,
        sign: makeSignHook(hooks?.secrets ?? []),
        post: makePostHook(hooks?.timeoutMs),
      },
    ),
  };
};
