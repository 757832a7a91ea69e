import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import { Suspense } from 'react';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import type { usePlanPage } from '../queries/use-plan-page.ts';
import { PlanSkeleton } from './plan-skeleton.tsx';

const { Part: PlanPageError, usePreload } = lazyPreloaded(
  async () => (await import('./plan-page-error.tsx')).PlanPageError,
);

interface PlanPageStateProps {
  kind: FamilyKind;
  page: Pick<ReturnType<typeof usePlanPage>, 'errors' | 'error' | 'isFetching' | 'retry'>;
}

/** Shown until the page of a family has its data: placeholders, or what failed, with a retry. */
export const PlanPageState = ({ kind, page: { errors, error, isFetching, retry } }: PlanPageStateProps) => {
  usePreload();
  if (errors.length === 0) return <PlanSkeleton kind={kind} />;
  return (
    <Suspense fallback={<PlanSkeleton kind={kind} />}>
      <PlanPageError errors={errors} error={error} retrying={isFetching} onRetry={retry} />
    </Suspense>
  );
};
