import type { OpenChallenge } from '@foyer/contract/api/account';
import type { PaymentAction } from '@foyer/contract/api/route';
import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { isFinalAnswer } from './is-final-answer.ts';
import { removePendingChallenge, storePendingChallenge } from './pending-challenges.ts';
import { accountQuery } from './queries/account.ts';

/** A question that an earlier page left open. */
export type LeftOpen = OpenChallenge;

export type Confirmed = Reply<'POST /api/account/me/payment_attempts/:id/confirm'>;

interface Open {
  readonly attemptId: string;
  readonly isCard: boolean;
  /** Null where an earlier page had it: it is asked for, and then nothing opens by itself. */
  readonly action: PaymentAction | null;
  readonly resumed: boolean;
  readonly resolve: (confirmed: Confirmed) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Who had the bank looked at: somebody pressed, or came back to the page, or opened it; or the page `heard` that the
 * question is over, and nobody may be sitting before it.
 */
export type LookedBy = 'press' | 'return' | 'opening' | 'heard';

type Found = 'undecided' | 'unreached';

/** While not even the question is known, or where it is to be given up, a gateway that says nothing was not reached. */
const foundBy = (error: unknown, looks: boolean): Found =>
  error instanceof CallError && (error.type === 'OPERATION_IN_PROGRESS' || (error.code === 'undecided' && looks))
    ? 'undecided'
    : 'unreached';

/** What a page needs to show an open challenge. */
export interface BankChallenge {
  /** A card is to be saved, and nothing paid. */
  readonly isCard: boolean;
  /** Left open by an earlier page: nobody has just done anything. */
  readonly resumed: boolean;
  /** Where and how the bank asks: not before the first answer of an earlier page's challenge. */
  readonly isKnown: boolean;
  /** Where the bank asks in a page of its own. */
  readonly url: string | undefined;
  /** Where it asks in a window within this page, which opens by itself: to open it again. Or to find out where it asks. */
  readonly ask: (() => void) | undefined;
  readonly checking: boolean;
  /** What the last look found: the bank had not decided yet, or nobody could be asked. */
  readonly found: Found | null;
  readonly check: () => void;
  readonly cancel: () => void;
}

/**
 * 3-D Secure in the page (PM-09, api.md §0.3): `await pay().catch(finish)` waits for the customer where the bank asked
 * for them, and goes on as if the call had succeeded at once. Any other error passes through. Coming back from the bank's
 * page is noticed by itself.
 */
export const useBankChallenge = () => {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const running = useRef(false);
  const by = useRef<LookedBy>('opening');

  const finish = useCallback((error: unknown): Promise<Confirmed> => {
    const action = error instanceof CallError ? error.action : undefined;
    if (!action) return Promise.reject(error);
    setFound(null);
    storePendingChallenge(action.attemptId, action.kind === 'setup', null);
    return new Promise((resolve, reject) => {
      setOpen({
        attemptId: action.attemptId,
        isCard: action.kind === 'setup',
        action,
        resumed: false,
        resolve,
        reject: (cause) => reject(cause ?? error),
      });
    });
  }, []);

  /** Goes on with what an earlier page left open, as if it had never gone; given up it is rejected with nothing. */
  const resume = useCallback(({ attemptId, kind, receiptId }: LeftOpen): Promise<Confirmed> => {
    setFound(null);
    storePendingChallenge(attemptId, kind === 'card', receiptId);
    return new Promise((resolve, reject) => {
      setOpen({ attemptId, isCard: kind === 'card', action: null, resumed: true, resolve, reject });
    });
  }, []);

  const look = useCallback(
    async (givenUp: boolean, who: LookedBy) => {
      if (!open) return;
      if (running.current) {
        // who presses meanwhile wants to hear of that look, whoever began it
        if (who === 'press' || (who === 'return' && by.current !== 'press') || by.current === 'opening')
          by.current = who;
        return;
      }
      running.current = true;
      by.current = who;
      setChecking(true);
      try {
        const body = { givenUp, ...(open.action === null && { again: true }) };
        const asked = { params: { id: open.attemptId }, body };
        const confirmed = await call('POST /api/account/me/payment_attempts/:id/confirm', asked, { isSlow: true });
        setOpen(null);
        removePendingChallenge(open.attemptId);
        open.resolve(confirmed);
      } catch (error) {
        if (error instanceof CallError && error.action) return setOpen({ ...open, action: error.action });
        // decided: refused for good; everything else may still turn out well, so the challenge stays open
        if (error instanceof CallError && isFinalAnswer(error)) {
          setOpen(null);
          removePendingChallenge(open.attemptId);
          // given up, it is the refusal it began with
          open.reject(givenUp ? undefined : error);
        } else setFound(foundBy(error, open.action !== null && !givenUp));
      } finally {
        running.current = false;
        setChecking(false);
      }
    },
    [open],
  );

  const ask = useCallback(
    async (who: 'press' | 'opening') => {
      if (!open) return;
      if (!open.action) return look(false, who);
      setChecking(true);
      try {
        const { answerChallenge } = await import('./stripe.ts');
        await answerChallenge(open.action.clientSecret);
      } catch {
        // the provider's library did not come; the look that follows says how things stand, and the button is still there
      }
      // a window of the bank's is answered by somebody, whatever opened it
      await look(false, 'press');
      setChecking(false);
    },
    [open, look],
  );
  const opensItself = open?.action?.gateway === 'stripe' && !open.resumed;
  const isUnknown = open?.action === null;

  useEffect(() => {
    if (opensItself || isUnknown) void ask('opening');
  }, [opensItself, isUnknown, ask]);

  useEffect(() => {
    if (!open) return;
    const back = () => void look(false, 'return');
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, [open, look]);

  // ended, or left open by going elsewhere: the account lists those that are
  const isOpen = open !== null;
  useEffect(() => {
    if (!isOpen) return;
    return () => void client.invalidateQueries(accountQuery);
  }, [isOpen, client]);

  const challenge: BankChallenge | null = open && {
    isCard: open.isCard,
    resumed: open.resumed,
    isKnown: open.action !== null,
    url: open.action?.url,
    ask: open.action?.url === undefined ? () => void ask('press') : undefined,
    checking,
    found,
    check: () => void look(false, 'press'),
    // ended at the bank before it is said that nothing was charged; what was allowed there meanwhile has succeeded
    cancel: () => void look(true, 'press'),
  };
  /** It is said elsewhere that the question is over. False: another look is under way, and may have asked too early. */
  const hear = (): boolean => {
    const begins = open !== null && !running.current;
    void look(false, 'heard');
    return begins;
  };
  return { challenge, finish, resume, hear, lookedBy: (): LookedBy => by.current };
};
