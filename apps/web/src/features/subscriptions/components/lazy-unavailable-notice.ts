import { lazyNamed } from '../../../lib/lazy-named.ts';

/** On demand, because few links name a plan that cannot be chosen. The plans wait for it, so that it does not push them down. */
export const LazyUnavailableNotice = lazyNamed(
  async () => (await import('./unavailable-notice.tsx')).UnavailableNotice,
);
