import type { OneTimePurchase } from '@foyer/contract/api/shapes';
import { CallError } from '../../../lib/call-error.ts';

const MAX_POLLS = 20;
const POLL_INTERVAL_MS = 500;

interface PollPurchase<Purchase> {
  fetchStatus: () => Promise<Purchase>;
  /** Resolves after a delay in ms; rejects when the page is left. */
  wait: (ms: number) => Promise<void>;
}

/** Returns whether a response is final. No connection or a server fault says nothing about the payment. */
const isFinal = ({ status, body }: CallError): boolean =>
  (status >= 400 && status < 500 && status !== 429) ||
  (body as { purchase?: { status?: unknown } } | undefined)?.purchase?.status === 'failed';

/**
 * Polls a purchase every 500 ms, at most 20 times, and returns it when it succeeded (MA-03). Throws the refusal of a
 * refused payment.
 * @throws CallError POLLING_ERROR if it is still undecided; the purchase may succeed later
 */
export const pollPurchase = async <Purchase extends Pick<OneTimePurchase, 'status'>>({
  fetchStatus,
  wait,
}: PollPurchase<Purchase>): Promise<Purchase> => {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await wait(POLL_INTERVAL_MS);
    try {
      const purchase = await fetchStatus();
      if (purchase.status === 'success') return purchase;
    } catch (error) {
      if (!(error instanceof CallError) || error.type === 'REQUEST_CANCELED' || isFinal(error)) throw error;
    }
  }
  throw new CallError({ status: 0, type: 'POLLING_ERROR', message: 'POLLING_ERROR' });
};
