import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { type Failure, failureFor, failureOf, mayStillSucceed, type Reason } from '../../../lib/failure.ts';
import { clearOrder, orderKey, rememberChallenge } from '../../../lib/order-key.ts';
import { invalidateAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { useUnresolvedOrder } from '../components/use-unresolved-order.ts';
import { UNKNOWN_PURCHASE } from '../model/unknown-outcome.ts';
import { type Extension, extendMaintenance, fetchPurchase, maintenanceOptionsQuery } from '../queries/maintenance.ts';
import { refetchForOrder } from '../queries/refetch-for-order.ts';
import { pollPurchase } from './poll-purchase.ts';

interface ExtensionOptions {
  subscriptionId: string;
  /** A purchase of an extension is undecided. */
  pending: boolean;
  /** The page shows amounts from the start, so it can show them again after an order with an unknown outcome. */
  hasFigures: boolean;
  /** Null for a code, which has no receipt. */
  onExtended: (receiptId: string | null) => void;
  onMissingAddress: () => void;
}

const delay = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done, gone) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      gone(new CallError({ status: 0, type: 'REQUEST_CANCELED', message: 'REQUEST_CANCELED' }));
    });
  });

/** Reasons after which the card may have been changed, expired or removed. */
const cardReasons: readonly Reason[] = ['StripeCardError', 'PAYMENT_METHOD_REQUIRED', 'CARD_COUNTRY_UNSUPPORTED'];

/** Errors after which the amounts, the end of maintenance, the payment or the review differ from those on the page. */
const changed = ['QUOTE_CHANGED', 'MAINTENANCE_LIMIT', 'OPERATION_IN_PROGRESS', 'POLLING_ERROR', 'NEEDS_REVIEW'];

/**
 * Extends maintenance once (MA-03): sends the order, waits for the customer's answer to the bank, and polls the
 * purchase until it is decided. Ignores clicks while it runs, and repeats an order with an unknown outcome only under
 * the same key. After an unknown outcome, a different extension is sent only after the account was refetched and shown.
 */
export const useExtension = ({
  subscriptionId,
  pending,
  hasFigures,
  onExtended,
  onMissingAddress,
}: ExtensionOptions) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const running = useRef(false);
  const abortOnLeave = useRef<AbortController>(undefined);
  const [processing, setProcessing] = useState(false);
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    abortOnLeave.current = controller;
    return () => controller.abort();
  }, []);
  const { setHasSent, onFailedAfterLeaving } = useUnresolvedOrder({
    isPending: pending,
    markPending: () => {
      const { queryKey } = maintenanceOptionsQuery(subscriptionId);
      void client.cancelQueries({ queryKey }); // started before the answer was lost
      client.setQueryData(queryKey, (options) => options && { ...options, pendingPurchaseId: UNKNOWN_PURCHASE }, {
        updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
      });
    },
    onNotFulfilled: hasFigures ? () => setFailure(failureFor('LOOK_AGAIN')) : undefined,
  });

  const onError = (cause: unknown) => {
    const found = failureOf(cause);
    const { reason, isUnknown, error } = found;
    if (error?.type === 'REQUEST_CANCELED') return;
    if (!isUnknown) clearOrder(client);
    if (reason === 'MISSING_ADDRESS') {
      void client.invalidateQueries({ queryKey: ['me'] });
      return onMissingAddress();
    }
    onFailedAfterLeaving();
    if (cardReasons.includes(reason)) void client.invalidateQueries({ queryKey: ['account'] });
    if (error && changed.includes(error.type)) invalidateAfterPurchase(client);
    setFailure(found);
  };

  const extend = async (extension: Extension) => {
    if (running.current || done || mayStillSucceed(failure)) return;
    running.current = true;
    setHasSent(true);
    const key = orderKey(client, { subscriptionId, ...extension });
    setProcessing(true);
    setFailure(null);
    try {
      if (key === null) {
        await refetchForOrder(client);
        return setFailure(failureFor('LOOK_AGAIN'));
      }
      // After a bank confirmation, the response is that of the order.
      const sent = extendMaintenance(subscriptionId, extension, key);
      const started = await sent.catch((error) => confirmIfAsked(rememberChallenge(client, key, error)));
      const { oneTimePurchaseId, status } = started as Partial<PurchaseStarted>;
      const readPurchase = (id: string) => fetchPurchase(id, abortOnLeave.current?.signal);
      const purchase =
        oneTimePurchaseId === undefined
          ? null
          : status === 'pending'
            ? await pollPurchase({
                fetchStatus: () => readPurchase(oneTimePurchaseId),
                wait: (ms) => delay(ms, abortOnLeave.current?.signal),
              })
            : await readPurchase(oneTimePurchaseId).catch(() => null); // without it only the receipt is missing
      clearOrder(client);
      setHasSent(false);
      setDone(true);
      invalidateAfterPurchase(client);
      broadcastPurchase();
      onExtended(purchase?.stripeInvoiceId ?? null); // the receipt has the id of the invoice
    } catch (error) {
      onError(error);
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };

  /**
   * Removes the message of the last attempt, because the choice changed. A message about a payment that may still
   * succeed stays.
   */
  const clearFailure = () => {
    if (!mayStillSucceed(failure)) setFailure(null);
  };

  return { extend, clearFailure, processing, done, failure, setFailure, challenge };
};
