import { type ComponentProps, Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { answersPx, Skeleton } from '../../../ui/skeleton.tsx';

const PlanComparison = lazyNamed(async () => (await import('./plan-comparison.tsx')).PlanComparison);

/** Comparison of plans with explanations of their nouns, loaded after the plans because it is closed at first. */
export const LazyPlanComparison = (props: Omit<ComponentProps<typeof PlanComparison>, 'hasKeys' | 'hasPackages'>) => {
  const plans = props.columns.flatMap((column) => column.plans);
  const hasKeys = plans.some(({ details }) => details.accessKeyLimit);
  const hasPackages = plans.some(({ addOnPackages }) => addOnPackages.length);
  return (
    <Suspense fallback={<Skeleton height={answersPx(1 + Number(hasKeys) + Number(hasPackages))} />}>
      <PlanComparison {...props} hasKeys={hasKeys} hasPackages={hasPackages} />
    </Suspense>
  );
};
