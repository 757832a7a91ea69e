import { useEffect, useState } from 'react';
import type { CallError } from './call-error.ts';

type State<Input> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly input: Input }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Calls `clear` when the connection is back, after a call that failed because there was none. */
export const useBackOnline = (isOffline: boolean, clear: () => void): void =>
  useEffect(() => {
    if (!isOffline || navigator.onLine) return;
    addEventListener('online', clear);
    return () => removeEventListener('online', clear);
  });

/**
 * State of a call without an idempotency key, which may be sent twice without harm: running, done or failed with its error.
 * The last call wins. Replaces the mutations of the query library, whose retries, pauses and cache would be in the first
 * chunk of each page (vite.config.ts).
 */
export const useAction = <Input = void>(act: (input: Input) => Promise<unknown>) => {
  const [state, setState] = useState<State<Input>>({ kind: 'idle' });
  const run = async (input: Input): Promise<void> => {
    setState({ kind: 'running', input });
    try {
      await act(input);
      setState({ kind: 'idle' });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  const clearError = () => setState((now) => (now.kind === 'failed' ? { kind: 'idle' } : now));
  useBackOnline(state.kind === 'failed' && (state.error as CallError).type === 'OFFLINE', clearError);
  return { state, run, clearError };
};
