import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import type { CallError } from '../../../lib/call-error.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { IDLE_POLL_MS, pollDelayMs } from '../model/polling.ts';

/**
 * State of the verification. `sent`: the mail was sent and the flag is polled up to 40 times. `failed`: a call failed;
 * `limited`: it was refused for a known time, after which the state is `idle`. `gave-up`: polling ended without a result.
 */
export type Verification = 'idle' | 'sending' | 'sent' | 'failed' | 'limited' | 'gave-up';

/**
 * Sends the verification mail, and polls whether the address is verified (SC-07): after the mail first after 2 s, then 1 s
 * later each time, and slowly while none was sent. Polling pauses while the tab is hidden, and polls at once when it is
 * visible again. It ends when the component unmounts, which happens after the verification.
 */
export const useVerification = () => {
  const queries = useQueryClient();
  const [state, setState] = useState<Verification>('idle');
  /** Error of the call that failed. */
  const [error, setError] = useState<unknown>();
  /** Mails that were sent on this page. */
  const mails = useRef(0);
  const done = useRef(0);

  const start = async () => {
    setState('sending');
    done.current = 0;
    try {
      await call('POST /api/auth/verify-email');
      mails.current += 1;
      setState('sent');
    } catch (cause) {
      setError(cause);
      const { type, retryAfter } = cause as Partial<CallError>;
      // verified meanwhile in another browser, which the poll finds out
      setState(type === 'ALREADY_VERIFIED' ? 'sent' : retryAfter ? 'limited' : 'failed');
      if (retryAfter) setTimeout(setState, retryAfter * 1000, 'idle');
    }
  };

  useEffect(() => {
    const isSent = state === 'sent';
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMounted = true;
    const scheduleNext = () => {
      clearTimeout(timer);
      const delay = isSent ? pollDelayMs(done.current) : IDLE_POLL_MS;
      if (delay === null) setState('gave-up');
      else if (!document.hidden && state !== 'gave-up') timer = setTimeout(poll, delay);
    };
    const poll = async () => {
      clearTimeout(timer);
      done.current += 1;
      const cause = await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!isMounted) return;
      if (isSent && cause) {
        setError(cause);
        setState('failed');
      } else scheduleNext();
    };
    const onVisibilityChange = () => {
      if (document.hidden) clearTimeout(timer);
      else void poll();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    scheduleNext();
    return () => {
      isMounted = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [state, queries]);

  return { state, error, isAgain: mails.current > 1, start };
};
