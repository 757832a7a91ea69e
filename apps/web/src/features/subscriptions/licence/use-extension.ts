import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { mayStillSucceed } from '../../../lib/failure.ts';
import { invalidateAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { useOrder } from '../components/use-order.ts';
import { UNKNOWN_PURCHASE } from '../model/unknown-outcome.ts';
import { type Extension, extendMaintenance, fetchPurchase, maintenanceOptionsQuery } from '../queries/maintenance.ts';
import { pollPurchase } from './poll-purchase.ts';

interface ExtensionOptions {
  subscriptionId: string;
  /** A purchase of an extension is undecided. */
  pending: boolean;
  /** Extends by a code, so nothing is paid. */
  isOfCode: boolean;
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

/** Errors after which the amounts, the end of maintenance, the payment or the review differ from those on the page. */
const changed = ['QUOTE_CHANGED', 'MAINTENANCE_LIMIT', 'OPERATION_IN_PROGRESS', 'POLLING_ERROR', 'NEEDS_REVIEW'];

/**
 * Extends maintenance once (MA-03): sends the order, waits for the customer's answer to the bank, and polls the
 * purchase until it is decided.
 */
export const useExtension = ({ subscriptionId, pending, isOfCode, onExtended, onMissingAddress }: ExtensionOptions) => {
  const client = useQueryClient();
  const abortOnLeave = useRef<AbortController>(undefined);
  const [done, setDone] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    abortOnLeave.current = controller;
    return () => controller.abort();
  }, []);
  /** Returns the purchase of a sent extension after it is paid; null for a code. */
  const paidPurchase = async ({ oneTimePurchaseId, status }: Partial<PurchaseStarted>) => {
    if (oneTimePurchaseId === undefined) return null;
    const signal = abortOnLeave.current?.signal;
    const fetchStatus = () => fetchPurchase(oneTimePurchaseId, signal);
    return status === 'pending'
      ? pollPurchase({ fetchStatus, wait: (ms) => delay(ms, signal) })
      : fetchStatus().catch(() => null); // without it only the receipt is missing
  };

  const { submit, failure, setFailure, ...state } = useOrder({
    send: async (extension: Extension, key, askCustomer) => {
      const started = await extendMaintenance(subscriptionId, extension, key).catch(askCustomer);
      return paidPurchase(started as Partial<PurchaseStarted>);
    },
    touches: () => {
      setDone(true);
      void invalidateAfterPurchase(client);
    },
    onDone: (purchase) => onExtended(purchase?.stripeInvoiceId ?? null), // the receipt has the id of the invoice
    onMissingAddress,
    onFailed: ({ error }) => {
      if (error && changed.includes(error.type)) invalidateAfterPurchase(client);
    },
    isPending: pending,
    markPending: () => {
      const { queryKey } = maintenanceOptionsQuery(subscriptionId);
      void client.cancelQueries({ queryKey }); // started before the answer was lost
      client.setQueryData(queryKey, (options) => options && { ...options, pendingPurchaseId: UNKNOWN_PURCHASE }, {
        updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
      });
    },
    isOfCode,
  });

  const extend = async (extension: Extension) => {
    if (!done) await submit(extension, { subscriptionId, ...extension });
  };

  /**
   * Removes the message of the last attempt, because the choice changed. A message about a payment that may still
   * succeed stays.
   */
  const clearFailure = () => {
    if (!mayStillSucceed(failure)) setFailure(null);
  };

  return { ...state, extend, clearFailure, done, failure, setFailure };
};
