/**
 * How long an answer may take: a service that hangs is one that is out of reach. What orders something is given longer,
 * because the gateway takes its time.
 */
export const patience = (ms = 15_000): AbortSignal => AbortSignal.timeout(ms);
