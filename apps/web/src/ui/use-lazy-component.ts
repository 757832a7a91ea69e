import { type ComponentType, useCallback, useState } from 'react';

/**
 * Loads a component on the first call of `loadComponent`, so that it is not in the first chunk. The component is null
 * until it has loaded. `missing` is true after a failed load; the next call tries again.
 */
export const useLazyComponent = <Props>(
  load: () => Promise<ComponentType<Props>>,
): readonly [Part: ComponentType<Props> | null, ask: () => void, missing: boolean] => {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [missing, setMissing] = useState(false);
  const loadComponent = useCallback(() => {
    load().then(
      (part) => setPart(() => part),
      () => setMissing(true),
    );
  }, [load]);
  return [Part, loadComponent, missing];
};
