import { performance } from 'node:perf_hooks';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { ANSWER_MAX, type PostHook } from '../../services/entitlements/ports.ts';

/** Time limit of a delivery. Standard Webhooks recommends 15 to 30 s at most. */
const TIMEOUT_MS = 10_000;

/** Time after the status in which the first part of the answer has to arrive. */
const ANSWER_MS = 1_000;

/** Most bytes of `ANSWER_MAX` characters in UTF-8. */
const ANSWER_BYTES = 4 * ANSWER_MAX;

const wordFor = (error: unknown): string => {
  if (!(error instanceof Error)) return 'network';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'network';
};

/**
 * Reads the first part of an answer for operators. It may be cut off, late or not be text: the status has arrived and
 * decides, so this throws nothing.
 */
const readStart = async ({ body }: Response): Promise<string> => {
  if (!body) return '';
  const reader = body.getReader();
  const stop = setTimeout(() => void reader.cancel().catch(() => undefined), ANSWER_MS);
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    while (bytes < ANSWER_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, ANSWER_BYTES - bytes);
      bytes += part.length;
      text += decoder.decode(part, { stream: true });
    }
  } catch {
    // operators see the part that arrived
  } finally {
    clearTimeout(stop);
    await reader.cancel().catch(() => undefined);
  }
  // PostgreSQL cannot store NUL, and other control characters would hide text
  const plain = withoutHidden(text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')).trim();
  return [...plain].slice(0, ANSWER_MAX).join('');
};

/**
 * Sends a message to a product. Redirects are not followed, so that only the vendor chooses which address the server
 * calls. Only the first part of the answer is read.
 */
export const makePostHook =
  (timeoutMs = TIMEOUT_MS): PostHook =>
  async (url, headers, body) => {
    const begin = performance.now();
    const elapsedMs = (): number => Math.round(performance.now() - begin);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const durationMs = elapsedMs();
      return { httpStatus: answer.status, error: null, durationMs, answer: await readStart(answer) };
    } catch (error) {
      return { httpStatus: null, error: wordFor(error), durationMs: elapsedMs(), answer: null };
    }
  };
