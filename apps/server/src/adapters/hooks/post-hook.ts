import type { PostHook } from '../../services/entitlements/ports.ts';

/** Time limit of a delivery. Standard Webhooks recommends 15 to 30 s at most. */
const TIMEOUT_MS = 10_000;

const wordFor = (error: unknown): string => {
  if (!(error instanceof Error)) return 'network';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'network';
};

/**
 * Sends a message to a product. Redirects are not followed, so that only the vendor chooses which address the server
 * calls. The body of the response is not read.
 */
export const makePostHook =
  (timeoutMs = TIMEOUT_MS): PostHook =>
  async (url, headers, body) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      return { httpStatus: answer.status, error: null };
    } catch (error) {
      return { httpStatus: null, error: wordFor(error) };
    }
  };
