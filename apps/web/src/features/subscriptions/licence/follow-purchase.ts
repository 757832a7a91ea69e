import type { OneTimePurchase } from '@foyer/contract/api/shapes';
import { CallError } from '../../../lib/call-error.ts';

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 500;

interface Follow<Purchase> {
  look: () => Promise<Purchase>;
  /** Resolves after so many milliseconds, or rejects when the page is left. */
  wait: (ms: number) => Promise<void>;
}

/** An answer that says how it ended; no connection and a server that is down say nothing about the payment. */
const isFinal = ({ status, body }: CallError): boolean =>
  (status >= 400 && status < 500 && status !== 429) ||
  (body as { purchase?: { status?: unknown } } | undefined)?.purchase?.status === 'failed';

/**
 * Returns a purchase when it succeeded. MA-03: looks every 500 ms what became of a purchase, 20 times at the most; a refused payment throws its refusal.
 * @throws CallError POLLING_ERROR when nobody knows even then; the purchase may still go through
 */
export const followPurchase = async <Purchase extends Pick<OneTimePurchase, 'status'>>({
  look,
  wait,
}: Follow<Purchase>): Promise<Purchase> => {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await wait(BETWEEN_LOOKS_MS);
    try {
      const purchase = await look();
      if (purchase.status === 'success') return purchase;
    } catch (error) {
      if (!(error instanceof CallError) || error.type === 'REQUEST_CANCELED' || isFinal(error)) throw error;
    }
  }
  throw new CallError({ status: 0, type: 'POLLING_ERROR', message: 'POLLING_ERROR' });
};
