import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { ReactNode } from 'react';
import { lazyPage } from './lazy-page.tsx';
import { loadOfferTexts } from './texts.ts';

// few codes take a plan away, and the words of the list come with it
const Losses = lazyPage<PlanExchange>(
  () =>
    import('../features/subscriptions/components/exchange-losses.tsx').then(({ ExchangeLosses: Page }) => ({ Page })),
  loadOfferTexts,
);

/**
 * What there will be less of, for the pages of codes and promotions: features know no other feature, so the page puts it in.
 * Whoever shows it waits for it with all that stands around it (a Suspense): coming later it would push what is read.
 */
export const planLosses = (exchange: PlanExchange): ReactNode => <Losses {...exchange} />;
