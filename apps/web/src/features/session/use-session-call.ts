import { useMemo } from 'react';
import { type Failure, failureOf } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';

/** Result of a call after which the browser leaves the page: the button stays busy until then. */
export const untilLeft = (): Promise<never> => new Promise(() => {});

/** `useAction` of a page that begins or ends a session, with the failure of the last call. */
export const useSessionCall = <Input = void>(act: (input: Input) => Promise<unknown>) => {
  const { state, run } = useAction(act);
  const failure: Failure | null = useMemo(() => (state.kind === 'failed' ? failureOf(state.error) : null), [state]);
  return { busy: state.kind === 'running', failure, run };
};
