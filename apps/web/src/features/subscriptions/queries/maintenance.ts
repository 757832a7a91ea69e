import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const WHILE_PENDING_MS = 5_000;

/**
 * Possible extensions of maintenance with their prices today. Polled while a payment for one is undecided, so that the
 * page unlocks when the outcome is known.
 */
export const maintenanceOptionsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'maintenance', subscriptionId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/subscription/subscriptions/:id/maintenance/options',
        { params: { id: subscriptionId }, query: {} },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.pendingPurchaseId ? WHILE_PENDING_MS : false),
  });

/** Extension: a length with the displayed price and end, or a code. */
export type Extension =
  | { maintenanceExtensionId: string; quantity: number; expectedTotalCents: number; expectedExpiration: string }
  | { prepaidCouponId: string };

/** Buys an extension, or redeems a code for one (MA-03, MA-04). */
export const extendMaintenance = (subscriptionId: string, extension: Extension, idempotencyKey: string) =>
  call(
    'PATCH /api/subscription/subscriptions/:id/maintenance',
    { params: { id: subscriptionId }, body: extension },
    { idempotencyKey },
  );

/** Returns the status of a purchase whose payment was undecided (MA-03). */
export const fetchPurchase = (id: string, signal: AbortSignal | undefined) =>
  call('GET /api/subscription/onetimepurchase/:id', { params: { id } }, { signal });
