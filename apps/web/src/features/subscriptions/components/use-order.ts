import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { errorOf } from '../../../lib/call-error.ts';
import { type Failure, failureFor, failureOf, mayStillSucceed, type Reason } from '../../../lib/failure.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { invalidateAfterPurchase, purchaseQueryKeys } from '../../../shared/orders/after-purchase.ts';
import {
  clearOrder,
  isOrderOutcomeUnknown,
  markOrderChecked,
  openOrderKey,
  orderKeys,
  rememberChallenge,
} from '../../../shared/orders/order-key.ts';
import { removePaidPayment } from '../../../shared/orders/paid.ts';
import { type Confirmed, useBankChallenge } from '../../../shared/payments/use-bank-challenge.ts';
import { commandQuery } from '../queries/command-outcome.ts';

type Classify = (cause: unknown) => Failure;

/** Marks a failure as one of an order that was sent before. */
const ofFirstOrder = (failure: Failure): Failure => ({ ...failure, isUnknown: false, isOfFirstOrder: true });

/**
 * Refetches every shown query that a purchase can change. Returns whether all were answered, also by a refusal, which the
 * page shows.
 */
const refetchAfterPurchase = async (client: QueryClient): Promise<boolean> => {
  const answered = [...purchaseQueryKeys, 'quote'].map((key) =>
    client.refetchQueries({ queryKey: [key], type: 'active' }, { throwOnError: true }).then(
      () => true,
      (cause: unknown) => !failureOf(cause).isUnknown,
    ),
  );
  return (await Promise.all(answered)).every(Boolean);
};

/**
 * Asks the server for the outcome of an order without a response, and refetches what the page shows. Returns what the
 * customer has to know before another order; null if the order was decided meanwhile. A known outcome is returned also
 * when the page could not be refetched. Throws when the outcome cannot be found.
 * @param isWanted whether the caller still waits for the result
 */
const askOrderOutcome = async (
  client: QueryClient,
  classify: Classify = failureOf,
  isWanted = () => true,
): Promise<Failure | null> => {
  const key = openOrderKey(client);
  if (key === undefined) return null;
  const [command, isFresh] = await Promise.all([client.fetchQuery(commandQuery(key)), refetchAfterPurchase(client)]);
  if (!isWanted()) return null;
  const isOpen = openOrderKey(client) === key;
  if (command.status === 'done' || command.status === 'refused') {
    if (isOpen) clearOrder(client);
    if (command.status === 'done') {
      return ofFirstOrder(failureFor(isFresh ? 'FIRST_ORDER_DONE' : 'FIRST_ORDER_NOT_SHOWN'));
    }
    return ofFirstOrder(classify(await errorOf(Response.json(command.body, { status: command.httpStatus }))));
  }
  // with a payment the refetched account lists it, and the server decides whether another order is possible
  const isRunning = command.status === 'running' && (command.attemptId === null || !isFresh);
  if (!isFresh && !isRunning)
    throw new Error('outcome of an order: the server has none, and the page is not up to date');
  if (!isOpen) return null;
  if (isRunning) return failureFor('RUNNING');
  markOrderChecked(client);
  return ofFirstOrder(failureFor('LOOK_AGAIN'));
};

/** Returns what the customer has to know when another order may have arrived before. Never throws. */
const failureBeforeOtherOrder = async (client: QueryClient, classify?: Classify): Promise<Failure> => {
  const asked = await askOrderOutcome(client, classify).catch(() => failureFor('FIRST_ORDER_UNKNOWN'));
  const found = asked ?? failureFor('LOOK_AGAIN');
  return ofFirstOrder(found.reason === 'RUNNING' ? failureFor('FIRST_ORDER_RUNNING') : found);
};

interface OrderForm<Input, Result> {
  /** Sends the order. `askCustomer` waits for the answer to the bank; the response is then that of the order. */
  send: (input: Input, idempotencyKey: string, askCustomer: (error: unknown) => Promise<Confirmed>) => Promise<Result>;
  /** Refetches what the order changed. The other tabs are notified after it. */
  touches: () => unknown;
  onDone: (result: Result) => unknown;
  onMissingAddress: () => void;
  onFailed: (failure: Failure) => void;
  classify?: Classify | undefined;
  /** The account lists the order as pending, or was not refetched since: its outcome cannot be found yet. */
  isPending: boolean;
  /** Marks the order as pending in the cache, until it is refetched. */
  markPending: () => void;
  /** Redeems a code. Other forms show amounts from the start, so they tell the outcome of an earlier order. */
  isOfCode: boolean;
}

/** Reasons after which the card may have been changed, expired or removed. */
const cardReasons: readonly Reason[] = ['StripeCardError', 'PAYMENT_METHOD_REQUIRED', 'CARD_COUNTRY_UNSUPPORTED'];

/**
 * Sends an order once, also after a reload. Another order is sent only after the server was asked for the outcome of one
 * without a response (SU-08, INV-12). When the form is left, such an order counts as pending until the account is refetched.
 */
export const useOrder = <Input, Result>(form: OrderForm<Input, Result>) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const hasSent = useRef(false);
  const isLeft = useRef(false);
  const { send, touches, onDone, onMissingAddress, onFailed, classify, isPending, isOfCode } = form;

  const { run, busy, failure, setFailure } = useCommand({
    ...(classify && { classify }),
    keys: orderKeys(client, isOfCode),
    send: (input: Input, key) =>
      send(input, key, (error) => confirmIfAsked(rememberChallenge(client, key, error), true)),
    touches: async () => {
      hasSent.current = false;
      await touches();
      broadcastPurchase();
    },
    onDone,
    onFailed: (failed) => {
      if (failed.error?.type === 'REQUEST_CANCELED') return false;
      if (failed.reason === 'MISSING_ADDRESS') {
        void client.invalidateQueries({ queryKey: ['me'] });
        onMissingAddress();
        return false;
      }
      // The data of the page was outdated. It must not be offered again when the customer returns; while the page is
      // open it stays.
      if (isLeft.current) releasePage.current();
      if (cardReasons.includes(failed.reason)) void client.invalidateQueries({ queryKey: ['account'] });
      onFailed(failed);
      return true;
    },
    onBlocked: () => failureBeforeOtherOrder(client, classify),
  });

  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  const releasePage = useRef(() => {
    if (!hasSent.current) return;
    if (isOrderOutcomeUnknown(client)) latest.current.markPending();
    invalidateAfterPurchase(client);
  });

  useEffect(() => {
    const { current } = releasePage;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      current();
    };
  }, []);

  useEffect(() => {
    if (isPending || hasSent.current || isOfCode || !isOrderOutcomeUnknown(client)) return;
    const isAsked = () => !isLeft.current && !hasSent.current;
    // when this fails the outcome stays unknown, and the button asks before it sends another order
    askOrderOutcome(client, latest.current.classify, isAsked).then(
      // the refetched page shows an order that arrived
      (found) => found && found.reason !== 'FIRST_ORDER_DONE' && setFailure(found),
      () => undefined,
    );
  }, [client, isPending, isOfCode, setFailure]);

  /** @param request what makes the order another one */
  const submit = async (input: Input, request: object): Promise<void> => {
    if (busy || mayStillSucceed(failure)) return;
    hasSent.current = true;
    removePaidPayment(); // "Paid" of an earlier order must not be read as the outcome of this one
    await run(input, request);
  };

  return { submit, processing: busy, failure, setFailure, challenge };
};
