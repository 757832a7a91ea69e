import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { saveCard } from '../queries/save-card.ts';
import type { MakeToken } from './card-field.ts';

interface SaveCard {
  onSaved: () => void;
  onMissingAddress: () => void;
}

/** What a new card changes: the card itself, receipts tried again with it, and subscriptions that start again. */
const touched = ['account', 'receipts', 'subscriptions', 'me', 'quote'];

/**
 * Token first, then the card, then away. One try at a time; a token that was made is kept for the next press only when
 * nobody knows whether the card was saved, together with the key under which it was sent. Where the bank wants to hear
 * from the customer first, the card is saved when they have confirmed.
 */
export const useSaveCard = ({ onSaved, onMissingAddress }: SaveCard) => {
  const client = useQueryClient();
  const { challenge, finish } = useBankChallenge();
  const running = useRef(false);
  const open = useRef<{ token: string; key: string }>(undefined);
  const [processing, setProcessing] = useState(false);
  const [error, setError] = useState<CallError | null>(null);

  const save = async (makeToken: MakeToken) => {
    if (running.current) return;
    running.current = true;
    setProcessing(true);
    setError(null);
    try {
      open.current ??= { token: await makeToken(), key: crypto.randomUUID() };
      await saveCard(open.current.token, open.current.key).catch(finish);
      for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
      onSaved();
    } catch (cause) {
      const failed = cause instanceof CallError ? cause : new CallError({ status: 0, type: 'UNKNOWN', message: '' });
      if (failed.status >= 400 && failed.status < 500) open.current = undefined;
      if (failed.type === 'MISSING_ADDRESS') onMissingAddress();
      else setError(failed);
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };

  /** Other numbers are another card: what was sent before is not sent again. */
  const forget = () => {
    open.current = undefined;
  };

  return { save, forget, processing, error, challenge };
};
