import { type ComponentType, useCallback, useState } from 'react';

/**
 * Loads a component when `ask` is first called, so that the first chunk does not carry it. The component is null until it
 * is loaded. `missing` says that the load failed; the next `ask` tries again.
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
