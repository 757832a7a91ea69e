import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/call.ts';
import { clearOrder, openOrderKey } from '../../../shared/orders/order-key.ts';

/** Outcome of the command with this key. Calls at the same time share one request. */
export const commandQuery = (idempotencyKey: string) =>
  queryOptions({
    queryKey: ['command', idempotencyKey],
    queryFn: () => call('GET /api/account/me/commands/:idempotencyKey', { params: { idempotencyKey } }),
    staleTime: 0,
    gcTime: 0,
  });

/** Removes the open order when it is done and the page shows other subscriptions. */
export const useClearDoneOrder = (held: object | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    const key = openOrderKey(client);
    if (!held || key === undefined) return;
    client.fetchQuery(commandQuery(key)).then(
      ({ status }) => {
        if (status === 'done' && openOrderKey(client) === key) clearOrder(client);
      },
      () => undefined, // checked again at the next refetch of the subscriptions
    );
  }, [client, held]);
};
