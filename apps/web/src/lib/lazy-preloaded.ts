import { type ComponentType, useEffect } from 'react';
import { lazyNamed } from './lazy-named.ts';

/**
 * Lazy component, and a hook that loads it while the page is shown, so that it opens at once and also after the
 * connection broke.
 */
export const lazyPreloaded = <Props extends object>(load: () => Promise<ComponentType<Props>>) => ({
  Part: lazyNamed(load),
  usePreload: (): void => {
    useEffect(() => {
      load().catch(() => undefined); // rendering it loads it again and shows the error
    }, []);
  },
});
