import { type ComponentType, useCallback, useState } from 'react';

/**
 * A part that is fetched when it is first asked for, so that the first chunk does not carry it. Null until it is there;
 * one that did not arrive is `missing`, and asked for again the next time.
 */
export const useLate = <Props>(
  load: () => Promise<ComponentType<Props>>,
): readonly [Part: ComponentType<Props> | null, ask: () => void, missing: boolean] => {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [missing, setMissing] = useState(false);
  const ask = useCallback(() => {
    load().then(
      (part) => setPart(() => part),
      () => setMissing(true),
    );
  }, [load]);
  return [Part, ask, missing];
};
