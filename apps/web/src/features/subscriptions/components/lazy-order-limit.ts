import { lazyNamed } from '../../../lib/lazy-named.ts';

/** On demand, because few customers meet a limit. The plans wait for it, so that it does not push them down. */
export const LazyOrderLimit = lazyNamed(async () => (await import('./order-limit-notice.tsx')).OrderLimitNotice);
