import type { Reply } from '@foyer/contract/api/routes';
import type { Quote } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { refreshSession } from '../../../lib/session/refresh.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { endsOrder, type Failure, failureOf } from '../model/failure.ts';
import type { Order } from '../model/order.ts';
import { submitOrder } from '../queries/submit-order.ts';

export type Purchased = Reply<'POST /api/subscription/subscriptions'>;

interface Purchase {
  order: Order;
  quote: Quote | undefined;
  onDone: (purchased: Purchased) => void;
  onMissingAddress: () => void;
}

/** What a purchase may have changed: claims, plans on offer, subscriptions, card and next payment, receipts (DR-05). */
const touched = ['me', 'plans', 'subscriptions', 'account', 'receipts'];

const refusalOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError({ status: 0, type: 'UNKNOWN', message: String(error) });

/**
 * Sends the order once. A second press while it runs is dropped here and not only by the look of the button, and a try
 * whose outcome is unknown is repeated under the same key, so that nobody pays twice.
 */
export const usePurchase = ({ order, quote, onDone, onMissingAddress }: Purchase) => {
  const client = useQueryClient();
  const { challenge, finish } = useBankChallenge();
  const key = useRef<string>(undefined);
  const running = useRef(false);
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const fail = (error: CallError) => {
    if (endsOrder(error)) key.current = undefined;
    const found = failureOf(error);
    if (found.kind === 'missing-address') return onMissingAddress();
    if (found.kind === 'quote-changed') {
      // Something else was bought or credited meanwhile, in another tab perhaps: everything the review shows is asked again.
      for (const queryKey of ['quote', ...touched]) void client.invalidateQueries({ queryKey: [queryKey] });
    }
    setFailure(found);
  };

  const submit = async () => {
    if (running.current || !quote || failure?.kind === 'undecided') return;
    running.current = true;
    key.current ??= crypto.randomUUID();
    setProcessing(true);
    setFailure(null);
    try {
      // confirmed with the bank, it is answered as the order would have been
      const purchased = (await submitOrder({
        order,
        expectedTotalCents: quote.amountDueCents,
        idempotencyKey: key.current,
      }).catch(finish)) as Purchased;
      await refreshSession().catch(() => undefined); // bought is bought; new claims come with the next token at the latest
      for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
      onDone(purchased);
    } catch (error) {
      fail(refusalOf(error));
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };

  return { submit, processing, failure, challenge };
};
