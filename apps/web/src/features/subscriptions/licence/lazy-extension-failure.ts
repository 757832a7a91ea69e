import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Notice of a failed extension. */
export const { Part: LazyExtensionFailure, usePreload: usePreloadExtensionFailure } = lazyPreloaded(
  async () => (await import('./extension-failure-notice.tsx')).ExtensionFailureNotice,
);
