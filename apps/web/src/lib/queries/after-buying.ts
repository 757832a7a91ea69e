import type { QueryClient } from '@tanstack/react-query';
import { refreshSession } from '../session/refresh.ts';

/**
 * What a purchase, a code or a promotion may have changed: claims, plans on offer, subscriptions (PR-02), card, credit and
 * next payment, receipts (DR-05).
 */
export const touchedByBuying: readonly string[] = ['me', 'plans', 'subscriptions', 'account', 'receipts'];

/** Everything a purchase may have changed is asked again. */
export const askAgain = (client: QueryClient): void => {
  for (const queryKey of touchedByBuying) void client.invalidateQueries({ queryKey: [queryKey] });
};

/** The same once it is bought, redeemed or taken, with the new claims; those come with the next token at the latest. */
export const afterBuying = async (client: QueryClient): Promise<void> => {
  await refreshSession().catch(() => undefined);
  askAgain(client);
};
