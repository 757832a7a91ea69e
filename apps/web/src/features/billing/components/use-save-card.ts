import type { Receipt } from '@foyer/contract/api/receipt';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { broadcastBillingChange } from '../../../lib/tab-broadcast.ts';
import { type Confirmed, type ResumableChallenge, useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { receiptChallenges } from '../model/open-receipts.ts';
import { receiptQuery } from '../queries/receipt.ts';
import { saveCard } from '../queries/save-card.ts';
import type { MakeToken } from './card-field.ts';

/** Result of saving a new card. */
export interface SavedCardResult {
  /** Open receipts that were charged, with their new status; null if they could not be refetched. */
  readonly receipts: readonly Receipt[] | null;
  /** Bank challenges about these payments. */
  readonly challenges: readonly ResumableChallenge[];
}

interface SaveCard {
  onSaved: (result: SavedCardResult) => void;
  onMissingAddress: () => void;
}

/** Queries that a new card can change: the card, receipts charged with it, and subscriptions that restart. */
const queryKeys = ['account', 'receipts', 'subscriptions', 'me', 'quote'];

/**
 * Saves a card: makes a token, then sends it. Ignores clicks while it runs. If the outcome is unknown, the next click
 * sends the same token under the same key. If the bank asks for confirmation, the card is saved after the customer
 * confirmed.
 */
export const useSaveCard = ({ onSaved, onMissingAddress }: SaveCard) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const running = useRef(false);
  const open = useRef<{ token: string; key: string }>(undefined);
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const refetchBilling = () => {
    broadcastBillingChange();
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  const onCardSaved = async (answer: Confirmed) => {
    const ids = 'retried' in answer ? answer.retried : [];
    const [receipts, challenges] = await Promise.all([
      Promise.all(ids.map((id) => client.fetchQuery({ ...receiptQuery(id), staleTime: 0 }))).catch(() => null),
      // Reads the challenges of the account, because the response contains none if the webhook was faster.
      client.fetchQuery({ ...accountQuery, staleTime: 0 }).then(
        ({ openChallenges }) => receiptChallenges(openChallenges),
        () => [],
      ),
    ]);
    refetchBilling();
    onSaved({ receipts, challenges });
  };

  const save = async (makeToken: MakeToken) => {
    if (running.current) return;
    running.current = true;
    setProcessing(true);
    setFailure(null);
    try {
      open.current ??= { token: await makeToken(), key: crypto.randomUUID() };
      await onCardSaved(await saveCard(open.current.token, open.current.key).catch(confirmIfAsked));
    } catch (cause) {
      const failed = failureOf(cause);
      if (!failed.isUnknown) open.current = undefined;
      const isUnknown = open.current !== undefined; // without a token nothing was sent
      if (isUnknown) refetchBilling(); // the card may be stored
      if (failed.reason === 'MISSING_ADDRESS') onMissingAddress();
      else setFailure({ ...failed, isUnknown });
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };

  /** Drops the token after the input changed, because other numbers are another card. */
  const dropToken = () => {
    open.current = undefined;
  };

  return { save, onCardSaved, dropToken, processing, failure, challenge };
};
