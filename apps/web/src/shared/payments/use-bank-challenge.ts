import type { OpenChallenge } from '@foyer/contract/api/account';
import type { PaymentAction } from '@foyer/contract/api/route';
import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { isFinalAnswer } from '../../lib/is-final-answer.ts';
import { accountQuery } from '../account/account.ts';
import { removePendingChallenge, storePendingChallenge } from './pending-challenges.ts';

/** A challenge that an earlier page left open. */
export type ResumableChallenge = OpenChallenge;

export type Confirmed = Reply<'POST /api/account/me/payment_attempts/:id/confirm'>;

interface Open {
  readonly attemptId: string;
  readonly isCard: boolean;
  /**
   * Null for a challenge of an earlier page. The next check asks the server for it, and no window opens automatically.
   */
  readonly action: PaymentAction | null;
  readonly resumed: boolean;
  readonly resolve: (confirmed: Confirmed) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Trigger of a status check: a button, the return to this tab, the opening of the challenge, a poll that found its end, or
 * a message that it ended elsewhere. After such a message the customer may not be looking at this page.
 */
export type CheckTrigger = 'button' | 'tab-return' | 'opening' | 'poll' | 'elsewhere';

type CheckResult = 'undecided' | 'unreached';

interface Found {
  readonly checkResult: CheckResult | null;
  readonly checkError?: unknown;
}

const notChecked: Found = { checkResult: null };

/** Result of a failed check. A gateway that does not answer counts as not reached, unless the bank already asks (`looks`). */
const checkResultOf = (error: unknown, looks: boolean): CheckResult =>
  error instanceof CallError && (error.type === 'OPERATION_IN_PROGRESS' || (error.code === 'undecided' && looks))
    ? 'undecided'
    : 'unreached';

/** State and commands of an open challenge. */
export interface BankChallenge {
  readonly attemptId: string;
  /** The challenge is about saving a card, not about a payment. */
  readonly isCard: boolean;
  /** The challenge was opened by an earlier page, so the customer has not just done anything. */
  readonly resumed: boolean;
  /** It is known how the bank asks. False for a challenge of an earlier page until the first answer of the server. */
  readonly isKnown: boolean;
  /** Address of the bank's page, when the bank asks on a separate page. */
  readonly url: string | undefined;
  /**
   * Opens the window of the bank again, or finds out where the bank asks. Undefined when the bank has a separate page.
   */
  readonly openWindow: (() => void) | undefined;
  readonly checking: boolean;
  /** Result of the last check: the bank has not decided yet, or it could not be asked. */
  readonly checkResult: CheckResult | null;
  /** Error of the last check. */
  readonly checkError: unknown;
  readonly check: (trigger?: CheckTrigger) => void;
  readonly cancel: () => void;
}

/**
 * 3-D Secure in the page (PM-09): `await pay().catch(confirmIfAsked)` waits for the customer when the bank asks, and then continues
 * as if the call had succeeded. Any other error is thrown again. The return from the bank's page is noticed automatically.
 */
export const useBankChallenge = () => {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [checking, setChecking] = useState(false);
  const [{ checkResult, checkError }, setFound] = useState<Found>(notChecked);
  const running = useRef(false);
  const trigger = useRef<CheckTrigger>('opening');

  const confirmIfAsked = useCallback((error: unknown, isOrder = false): Promise<Confirmed> => {
    const action = error instanceof CallError ? error.action : undefined;
    if (!action) return Promise.reject(error);
    setFound(notChecked);
    storePendingChallenge(action.attemptId, action.kind === 'setup', null, isOrder);
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

  /**
   * Continues a challenge of an earlier page as if the page had never closed. Rejects without a reason if the customer
   * gives it up.
   */
  const resume = useCallback(({ attemptId, kind, receiptId }: ResumableChallenge): Promise<Confirmed> => {
    setFound(notChecked);
    storePendingChallenge(attemptId, kind === 'card', receiptId, false);
    return new Promise((resolve, reject) => {
      setOpen({ attemptId, isCard: kind === 'card', action: null, resumed: true, resolve, reject });
    });
  }, []);

  const checkStatus = useCallback(
    async (givenUp: boolean, who: CheckTrigger) => {
      if (!open) return;
      if (running.current) {
        // A customer who acts meanwhile takes over the running check as its trigger.
        if (who === 'button' || (who === 'tab-return' && trigger.current !== 'button') || trigger.current === 'opening')
          trigger.current = who;
        return;
      }
      running.current = true;
      trigger.current = who;
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
        // a final refusal; any other error leaves the challenge open, because it may still succeed
        if (error instanceof CallError && isFinalAnswer(error)) {
          setOpen(null);
          removePendingChallenge(open.attemptId);
          // given up: rejects with the error that started the challenge
          open.reject(givenUp ? undefined : error);
        } else setFound({ checkResult: checkResultOf(error, open.action !== null && !givenUp), checkError: error });
      } finally {
        running.current = false;
        setChecking(false);
      }
    },
    [open],
  );

  const answerBank = useCallback(
    async (who: 'button' | 'opening') => {
      if (!open) return;
      if (!open.action) return checkStatus(false, who);
      setChecking(true);
      try {
        const { answerChallenge } = await import('./stripe.ts');
        await answerChallenge(open.action.clientSecret);
      } catch {
        // Stripe.js did not load. The next check shows the status, and the customer can try again.
      }
      // the customer has just answered in the window of the bank
      await checkStatus(false, 'button');
      setChecking(false);
    },
    [open, checkStatus],
  );
  const opensItself = open?.action?.gateway === 'stripe' && !open.resumed;
  const isUnknown = open?.action === null;

  useEffect(() => {
    if (opensItself || isUnknown) void answerBank('opening');
  }, [opensItself, isUnknown, answerBank]);

  useEffect(() => {
    if (!open) return;
    const onTabReturn = () => void (document.hidden || checkStatus(false, 'tab-return'));
    // Both, because a closed tab of the bank may show this one without a focus event, and another window hides nothing.
    window.addEventListener('focus', onTabReturn);
    document.addEventListener('visibilitychange', onTabReturn);
    return () => {
      window.removeEventListener('focus', onTabReturn);
      document.removeEventListener('visibilitychange', onTabReturn);
    };
  }, [open, checkStatus]);

  // ended, or left open by leaving the page: the account lists those that are open
  const isOpen = open !== null;
  useEffect(() => {
    if (!isOpen) return;
    return () => void client.invalidateQueries(accountQuery);
  }, [isOpen, client]);

  const challenge: BankChallenge | null = open && {
    attemptId: open.attemptId,
    isCard: open.isCard,
    resumed: open.resumed,
    isKnown: open.action !== null,
    url: open.action?.url,
    openWindow: open.action?.url === undefined ? () => void answerBank('button') : undefined,
    checking,
    checkResult,
    checkError,
    check: (who = 'button') => void checkStatus(false, who),
    // The server ends the challenge at the bank before the page says that nothing was charged. A confirmation meanwhile
    // succeeds.
    cancel: () => void checkStatus(true, 'button'),
  };
  /**
   * Checks a challenge that another tab or the server reports as ended. Returns false when a check is running already: it
   * may have asked too early, so the caller tries again after it.
   */
  const onChallengeEndedElsewhere = (): boolean => {
    const begins = open !== null && !running.current;
    void checkStatus(false, 'elsewhere');
    return begins;
  };
  return {
    challenge,
    confirmIfAsked,
    resume,
    onChallengeEndedElsewhere,
    checkTrigger: (): CheckTrigger => trigger.current,
  };
};
