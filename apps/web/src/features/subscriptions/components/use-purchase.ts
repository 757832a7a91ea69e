import type { Reply } from '@foyer/contract/api/routes';
import type { Quote } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { afterBuying, askAgain } from '../../../lib/queries/after-buying.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { type Failure, failureOf } from '../model/failure.ts';
import type { Order } from '../model/order.ts';
import { submitOrder } from '../queries/submit-order.ts';
import { lookAgain, tellOtherTabs } from '../queries/told-tabs.ts';
import { closeOrder, orderKey } from './order-key.ts';

export type Purchased = Reply<'POST /api/subscription/subscriptions'>;

interface Purchase {
  order: Order;
  quote: Quote | undefined;
  onDone: (purchased: Purchased) => void;
  onMissingAddress: () => void;
  /** What was looked at is no longer so; the page asks again, and what it finds may leave nothing to order. */
  onChanged?: () => void;
}

const refusalOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError({ status: 0, type: 'UNKNOWN', message: String(error) });

/**
 * Sends the order once. A second press while it runs is dropped here and not only by the look of the button, and a try
 * whose outcome is unknown is repeated under the same key, so that nobody pays twice. Another order after such a try is
 * sent only when what is held was asked again and shown.
 */
export const usePurchase = ({ order, quote, onDone, onMissingAddress, onChanged }: Purchase) => {
  const client = useQueryClient();
  const { challenge, finish } = useBankChallenge();
  const running = useRef(false);
  const refused = useRef(false);
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  // A refusal means that the page knew too little: left, it is not to offer the same again. While it is looked at it stays.
  useEffect(
    () => () => {
      if (refused.current) askAgain(client);
    },
    [client],
  );

  const fail = (error: CallError) => {
    if (endsKey(error)) closeOrder(client);
    const found = failureOf(error, order.couponId !== undefined);
    if (found.kind === 'missing-address') {
      void client.invalidateQueries({ queryKey: ['me'] });
      return onMissingAddress();
    }
    refused.current = true;
    // the card may be another one by now, have expired or be gone
    if (['declined', 'card-missing', 'card-country'].includes(found.kind))
      void client.invalidateQueries({ queryKey: ['account'] });
    if (found.kind === 'quote-changed') {
      // Something else was bought or credited meanwhile, in another tab perhaps: everything the review shows is asked again.
      void client.invalidateQueries({ queryKey: ['quote'] });
      askAgain(client);
      onChanged?.();
    }
    setFailure(found);
  };

  const submit = async () => {
    if (running.current || !quote || failure?.kind === 'undecided') return;
    running.current = true;
    const expectedTotalCents = quote.amountDueCents;
    const idempotencyKey = orderKey(client, { ...order, expectedTotalCents });
    setProcessing(true);
    setFailure(null);
    try {
      if (idempotencyKey === null) {
        await lookAgain(client);
        closeOrder(client);
        return setFailure({ kind: 'look-again' });
      }
      // confirmed with the bank, it is answered as the order would have been
      const sent = submitOrder({ order, expectedTotalCents, idempotencyKey });
      const purchased = (await sent.catch(finish)) as Purchased;
      closeOrder(client);
      refused.current = false;
      await afterBuying(client);
      tellOtherTabs();
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
