import { type ComponentProps, Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const PlanComparison = lazyNamed(async () => (await import('./plan-comparison.tsx')).PlanComparison);

/** Comparison of plans, loaded after the plans because it is closed at first. */
export const LazyPlanComparison = (props: ComponentProps<typeof PlanComparison>) => (
  <Suspense>
    <PlanComparison {...props} />
  </Suspense>
);
