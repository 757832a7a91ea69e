import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { ReactNode } from 'react';
import { lazyPage } from './lazy-page.tsx';

// on demand, because few codes take a plan away
const Losses = lazyPage<PlanExchange>(() =>
  import('../features/subscriptions/components/exchange-losses.tsx').then(({ ExchangeLosses: Page }) => ({ Page })),
);

/**
 * Losses of a plan exchange on the pages of codes and promotions. Features import no other feature, so the routes pass
 * this in. Callers put it and the content around it into one Suspense, so that it moves nothing.
 */
export const planLosses = (exchange: PlanExchange): ReactNode => <Losses {...exchange} />;
