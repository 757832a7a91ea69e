import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { pollDelayMs } from '../model/polling.ts';

/**
 * State of the verification. `sent`: the mail was sent and the flag is polled. `failed`: a call failed. `gave-up`:
 * polling ended without a result.
 */
export type Verification = 'idle' | 'sending' | 'sent' | 'failed' | 'gave-up';

/**
 * Sends the verification mail, then polls up to 40 times whether the address is verified: first after 2 s, then 1 s
 * later each time (SC-07). Polling pauses while the tab is hidden, and polls at once when it is visible again. It ends
 * when the component unmounts, which happens after the verification.
 */
export const useVerification = () => {
  const queries = useQueryClient();
  const [state, setState] = useState<Verification>('idle');
  const done = useRef(0);

  const start = useCallback(async () => {
    setState('sending');
    done.current = 0;
    try {
      await call('POST /api/auth/verify-email');
      setState('sent');
    } catch (cause) {
      // verified meanwhile in another browser, which the poll finds out
      if (cause instanceof CallError && cause.type === 'ALREADY_VERIFIED') setState('sent');
      else setState('failed');
    }
  }, []);

  useEffect(() => {
    if (state !== 'sent') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPolling = false;
    let isMounted = true;
    const scheduleNext = () => {
      clearTimeout(timer);
      const delay = pollDelayMs(done.current);
      if (delay === null) setState('gave-up');
      else if (!document.hidden) timer = setTimeout(poll, delay);
    };
    const poll = async () => {
      if (isPolling || pollDelayMs(done.current) === null) return;
      isPolling = true;
      clearTimeout(timer);
      done.current += 1;
      try {
        await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
        if (isMounted) scheduleNext();
      } catch {
        if (isMounted) setState('failed');
      } finally {
        isPolling = false;
      }
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

  return { state, start };
};
