/**
 * Returns a signal that aborts a request after `ms`, 15 s by default. A server that hangs is handled like one that cannot be
 * reached. Orders get longer, because the gateway is slow.
 */
export const timeoutSignal = (ms = 15_000): AbortSignal => AbortSignal.timeout(ms);
