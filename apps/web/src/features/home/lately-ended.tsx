import { useEffect } from 'react';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import type { EndedPlanProps } from './ended-plan.tsx';

const endedPlan = async () => (await import('./ended-plan.tsx')).EndedPlan;

/** Says for a product without a plan which one ended lately. Loaded after the data of Home. */
export const LatelyEnded = (props: EndedPlanProps) => {
  const [EndedPlan, load] = useLazyComponent(endedPlan);
  useEffect(load, [load]);
  return EndedPlan ? <EndedPlan {...props} /> : props.children;
};
