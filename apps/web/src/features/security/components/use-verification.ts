import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { meQuery } from '../../../lib/queries/me.ts';
import { pollDelayMs } from '../model/polling.ts';

/** `sent`: the mail is on its way and the flag is polled · `failed`: a call failed · `gave-up`: polled to the end in vain. */
export type Verification = 'idle' | 'sending' | 'sent' | 'failed' | 'gave-up';

/**
 * Sends the verification mail, then asks 40 times at most whether the address is verified, the first time after 2 s and
 * each next 1 s later (SC-07). While the tab is hidden nothing is asked; when it is looked at again, at once. It ends
 * with the component, which goes when `GET me` says verified.
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
      // verified meanwhile, in another browser: asking who one is tells it
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
