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
    let asking = false;
    let here = true;
    const wait = () => {
      clearTimeout(timer);
      const delay = pollDelayMs(done.current);
      if (delay === null) setState('gave-up');
      else if (!document.hidden) timer = setTimeout(ask, delay);
    };
    const ask = async () => {
      if (asking || pollDelayMs(done.current) === null) return;
      asking = true;
      clearTimeout(timer);
      done.current += 1;
      try {
        await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
        if (here) wait();
      } catch {
        if (here) setState('failed');
      } finally {
        asking = false;
      }
    };
    const onLook = () => {
      if (document.hidden) clearTimeout(timer);
      else void ask();
    };
    document.addEventListener('visibilitychange', onLook);
    wait();
    return () => {
      here = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, [state, queries]);

  return { state, start };
};
