import type { PaymentAction } from '@foyer/contract/api/route';
import type { Reply } from '@foyer/contract/api/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { endsKey } from './ends-key.ts';

type Confirmed = Reply<'POST /api/account/me/payment_attempts/:id/confirm'>;

interface Open {
  readonly action: PaymentAction;
  readonly resolve: (confirmed: Confirmed) => void;
  readonly reject: (error: unknown) => void;
}

type Found = 'undecided' | 'unreached';

const foundBy = (error: unknown): Found =>
  error instanceof CallError && (error.type === 'OPERATION_IN_PROGRESS' || error.code === 'undecided')
    ? 'undecided'
    : 'unreached';

/** What a page needs to show an open challenge. */
export interface BankChallenge {
  /** Where the bank asks in a page of its own. */
  readonly url: string | undefined;
  /** Where it asks in a window within this page, which opens by itself: to open it again. */
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
  const [open, setOpen] = useState<Open | null>(null);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const running = useRef(false);

  const finish = useCallback((error: unknown): Promise<Confirmed> => {
    const action = error instanceof CallError ? error.action : undefined;
    if (!action) return Promise.reject(error);
    setFound(null);
    return new Promise((resolve, reject) => {
      setOpen({ action, resolve, reject: (cause) => reject(cause ?? error) });
    });
  }, []);

  const look = useCallback(
    async (givenUp: boolean) => {
      if (!open || running.current) return;
      running.current = true;
      setChecking(true);
      try {
        const asked = { params: { id: open.action.attemptId }, body: { givenUp } };
        const confirmed = await call('POST /api/account/me/payment_attempts/:id/confirm', asked, { isSlow: true });
        setOpen(null);
        open.resolve(confirmed);
      } catch (error) {
        // decided: refused for good; everything else may still turn out well, so the challenge stays open
        if (error instanceof CallError && endsKey(error)) {
          setOpen(null);
          // given up, it is the refusal it began with
          open.reject(givenUp ? undefined : error);
        } else setFound(foundBy(error));
      } finally {
        running.current = false;
        setChecking(false);
      }
    },
    [open],
  );
  const check = useCallback(() => look(false), [look]);

  const ask = useCallback(async () => {
    if (!open) return;
    setChecking(true);
    try {
      const { answerChallenge } = await import('./stripe.ts');
      await answerChallenge(open.action.clientSecret);
    } catch {
      // the provider's library did not come; the look that follows says how things stand, and the button is still there
    }
    await check();
    setChecking(false);
  }, [open, check]);
  const isInPage = open?.action.gateway === 'stripe';

  useEffect(() => {
    if (isInPage) void ask();
  }, [isInPage, ask]);

  useEffect(() => {
    if (!open) return;
    const back = () => void check();
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, [open, check]);

  const challenge: BankChallenge | null = open && {
    url: open.action.url,
    ask: isInPage ? () => void ask() : undefined,
    checking,
    found,
    check: () => void check(),
    // ended at the bank before it is said that nothing was charged; what was allowed there meanwhile has succeeded
    cancel: () => void look(true),
  };
  return { challenge, finish };
};
