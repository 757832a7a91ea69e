import type { Query, QueryClient } from '@tanstack/react-query';
import { refreshSession } from '../session/refresh.ts';

/**
 * What a purchase, a code or a promotion may have changed: claims, plans on offer, subscriptions (PR-02), card, credit and
 * next payment, receipts (DR-05).
 */
export const touchedByBuying: readonly string[] = ['me', 'plans', 'subscriptions', 'account', 'receipts'];

/** Everything a purchase may have changed is asked again. Settles when all of it has its answer, or has none. */
export const askAgain = (client: QueryClient): Promise<unknown> =>
  Promise.all(touchedByBuying.map((key) => client.invalidateQueries({ queryKey: [key] })));

/** What could not be had anew is dropped: kept, it would deny what was just bought (HO-08). */
const dropOld = (client: QueryClient): void => {
  const isOld = ({ queryKey: [key], state }: Query): boolean =>
    state.isInvalidated && touchedByBuying.some((touched) => touched === key);
  void client.resetQueries({ predicate: isOld });
};

/** What the pages behind an order state as facts, with waiting as a face of its own. */
const statedElsewhere = ['subscriptions', 'account', 'receipts'];

/**
 * For a page that is left once something is bought: the next one waits for what is so now, instead of saying what was so
 * before beside the word that it is paid (SH-12). What has its new answer already stays.
 */
export const dropBefore = (client: QueryClient): void => {
  const isStated = ({ queryKey: [key] }: Query) => statedElsewhere.some((stated) => stated === key);
  void client.resetQueries({ predicate: (query) => query.state.isInvalidated && isStated(query) });
};

/** The same once it is bought, redeemed or taken, with the new claims; those come with the next token at the latest. */
export const afterBuying = async (client: QueryClient): Promise<void> => {
  await refreshSession().catch(() => undefined);
  void askAgain(client).then(() => dropOld(client));
};
