import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { type RefusedField, refusedFieldOf } from '../failures/setting-field.ts';

export interface Submission {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Field of the failure. Null: it is about the whole form. */
  readonly failedField: RefusedField | null;
  /** Counts refused attempts, here or by the server. After each the form focuses the invalid field. */
  readonly tries: number;
  readonly submit: () => Promise<void>;
  /** Removes the message of the last attempt, because the input has changed. */
  readonly clearFailure: () => void;
}

/** `useAction` for a form, one attempt at a time. `check` refuses before the call, with the error of its field (SC-03). */
export const useSubmit = (act: () => Promise<unknown>, check: () => boolean = () => true): Submission => {
  const client = useQueryClient();
  const running = useRef(false);
  const [tries, setTries] = useState(0);
  const addTry = () => setTries((before) => before + 1);
  const { state, run, clearError } = useAction(async () => {
    try {
      await act();
    } catch (cause) {
      // The change may have been made, so the page refetches the setting.
      if (failureOf(cause).isUnknown)
        for (const key of ['me', 'security', 'data-export']) void client.invalidateQueries({ queryKey: [key] });
      addTry();
      throw cause;
    }
  });
  const failure = useMemo(() => (state.kind === 'failed' ? failureOf(state.error) : null), [state]);
  const submit = async () => {
    if (running.current) return;
    clearError();
    if (!check()) return addTry();
    running.current = true;
    await run();
    running.current = false;
  };
  const failedField = failure && refusedFieldOf(failure);
  return { busy: state.kind === 'running', failure, failedField, tries, submit, clearFailure: clearError };
};
