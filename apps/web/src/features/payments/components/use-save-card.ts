import type { Receipt } from '@foyer/contract/api/receipt';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { failureOf } from '../../../lib/failure.ts';
import { removeLeftKey, storedKeys } from '../../../lib/left-commands.ts';
import { broadcastBillingChange } from '../../../lib/tab-broadcast.ts';
import { makeKeys, useCommand } from '../../../lib/use-command.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import {
  type Confirmed,
  type ResumableChallenge,
  useBankChallenge,
} from '../../../shared/payments/use-bank-challenge.ts';
import { openReceipts, receiptChallenges } from '../model/open-receipts.ts';
import { receiptQuery } from '../queries/receipt.ts';
import type { MakeToken } from './card-field.ts';

/**
 * Saves the card of a gateway token. The server retries open receipts with it. The card number never reaches our server
 * (PM-02).
 */
const saveCard = (token: string, idempotencyKey: string) =>
  call('POST /api/account/me/payment_methods', { body: { type: 'stripe', token } }, { idempotencyKey });

/** Result of saving a new card. */
export interface SavedCardResult {
  /** Open receipts that were charged, with their new status; null if they could not be refetched. */
  readonly receipts: readonly Receipt[] | null;
  /** Bank challenges about these payments. */
  readonly challenges: readonly ResumableChallenge[];
}

interface SaveCard {
  /** Receipts that the page says the new card is charged for. */
  openReceiptIds: readonly string[];
  onSaved: (result: SavedCardResult) => void;
  onMissingAddress: () => void;
}

/** Queries that a new card can change: the card, receipts charged with it, and subscriptions that restart. */
const queryKeys = ['account', 'receipts', 'subscriptions', 'me', 'quote'];

/**
 * Saves a card: makes a token, then sends it. If the outcome is unknown, the next click sends the same token under the
 * same key. If the bank asks for confirmation, the card is saved after the customer confirmed.
 */
export const useSaveCard = ({ openReceiptIds, onSaved, onMissingAddress }: SaveCard) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const token = useRef<string>(undefined);

  const refetchBilling = () => {
    broadcastBillingChange();
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  const onCardSaved = async (answer: Confirmed) => {
    const charged = 'retried' in answer ? answer.retried : [];
    // The gateway's event may save the card and charge it before this call, whose answer then names no receipt.
    const ids = charged.length > 0 ? charged : openReceiptIds;
    const [receipts, challenges] = await Promise.all([
      Promise.all(ids.map((id) => client.fetchQuery({ ...receiptQuery(id), staleTime: 0 }))).catch(() => null),
      // Reads the challenges of the account, because the response contains none if the webhook was faster.
      client.fetchQuery({ ...accountQuery, staleTime: 0 }).then(
        ({ openChallenges }) => receiptChallenges(openChallenges),
        () => [],
      ),
    ]);
    refetchBilling();
    const isUnderWay = charged.length === 0 && receipts !== null && openReceipts(receipts).length > 0;
    onSaved({ receipts: isUnderWay ? null : receipts, challenges });
  };

  const [keys] = useState(() => storedKeys(makeKeys(), 'card'));
  const { run, busy, failure, clearKey } = useCommand({
    keys,
    send: async (makeToken: MakeToken, key) => {
      token.current ??= await makeToken();
      return saveCard(token.current, key).catch((error: unknown) => {
        // the server keeps no outcome of this call, and the account lists the question of the bank
        if (failureOf(error).error?.action) removeLeftKey('card', key);
        return confirmIfAsked(error);
      });
    },
    touches: () => {
      token.current = undefined; // the rest is refetched after the receipts that it charged
    },
    onDone: onCardSaved,
    classify: (cause) => {
      const failed = failureOf(cause);
      return { ...failed, isUnknown: failed.isUnknown && token.current !== undefined }; // without a token nothing was sent
    },
    onFailed: ({ reason, isUnknown }) => {
      if (isUnknown)
        refetchBilling(); // the card may be stored
      else token.current = undefined;
      if (reason !== 'MISSING_ADDRESS') return;
      onMissingAddress();
      return false;
    },
  });

  /** Drops the token after the input changed, because other numbers are another card. */
  const dropToken = () => {
    token.current = undefined;
    clearKey(null);
  };

  return {
    save: (makeToken: MakeToken) => run(makeToken, null),
    onCardSaved,
    dropToken,
    processing: busy,
    failure,
    challenge,
  };
};
