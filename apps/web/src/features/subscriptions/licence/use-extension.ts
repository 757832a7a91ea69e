import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { type Failure, mayStillSucceed, type Reason } from '../../../lib/failure.ts';
import { orderKeys, rememberChallenge } from '../../../lib/order-key.ts';
import { invalidateAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { useUnresolvedOrder } from '../components/use-unresolved-order.ts';
import { UNKNOWN_PURCHASE } from '../model/unknown-outcome.ts';
import { type Extension, extendMaintenance, fetchPurchase, maintenanceOptionsQuery } from '../queries/maintenance.ts';
import { failureBeforeOtherOrder } from '../queries/order-outcome.ts';
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
 * purchase until it is decided. An order with an unknown outcome is repeated under the same key. A different extension is
 * sent only after the server was asked for that outcome, and the page shows it.
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
  const abortOnLeave = useRef<AbortController>(undefined);
  const [done, setDone] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    abortOnLeave.current = controller;
    return () => controller.abort();
  }, []);
  const onFailed = ({ reason, error }: Failure) => {
    if (error?.type === 'REQUEST_CANCELED') return false;
    if (reason === 'MISSING_ADDRESS') {
      void client.invalidateQueries({ queryKey: ['me'] });
      onMissingAddress();
      return false;
    }
    onFailedAfterLeaving();
    if (cardReasons.includes(reason)) void client.invalidateQueries({ queryKey: ['account'] });
    if (error && changed.includes(error.type)) invalidateAfterPurchase(client);
    return true;
  };

  /** Returns the purchase of a sent extension after it is paid; null for a code. */
  const paidPurchase = async ({ oneTimePurchaseId, status }: Partial<PurchaseStarted>) => {
    if (oneTimePurchaseId === undefined) return null;
    const signal = abortOnLeave.current?.signal;
    const fetchStatus = () => fetchPurchase(oneTimePurchaseId, signal);
    return status === 'pending'
      ? pollPurchase({ fetchStatus, wait: (ms) => delay(ms, signal) })
      : fetchStatus().catch(() => null); // without it only the receipt is missing
  };

  const { run, busy, failure, setFailure } = useCommand({
    keys: orderKeys(client),
    send: async (extension: Extension, key) => {
      const sent = extendMaintenance(subscriptionId, extension, key);
      // After a bank confirmation, the response is that of the order.
      const started = await sent.catch((error) => confirmIfAsked(rememberChallenge(client, key, error)));
      return paidPurchase(started as Partial<PurchaseStarted>);
    },
    touches: () => {
      setHasSent(false);
      setDone(true);
      invalidateAfterPurchase(client);
      broadcastPurchase();
    },
    onDone: (purchase) => onExtended(purchase?.stripeInvoiceId ?? null), // the receipt has the id of the invoice
    onFailed,
    onBlocked: () => failureBeforeOtherOrder(client),
  });
  const { setHasSent, onFailedAfterLeaving } = useUnresolvedOrder({
    isPending: pending,
    markPending: () => {
      const { queryKey } = maintenanceOptionsQuery(subscriptionId);
      void client.cancelQueries({ queryKey }); // started before the answer was lost
      client.setQueryData(queryKey, (options) => options && { ...options, pendingPurchaseId: UNKNOWN_PURCHASE }, {
        updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
      });
    },
    onNotFulfilled: hasFigures ? setFailure : undefined,
  });

  const extend = async (extension: Extension) => {
    if (busy || done || mayStillSucceed(failure)) return;
    setHasSent(true);
    await run(extension, { subscriptionId, ...extension });
  };

  /**
   * Removes the message of the last attempt, because the choice changed. A message about a payment that may still
   * succeed stays.
   */
  const clearFailure = () => {
    if (!mayStillSucceed(failure)) setFailure(null);
  };

  return { extend, clearFailure, processing: busy, done, failure, setFailure, challenge };
};
