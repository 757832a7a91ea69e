import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../lib/failure.ts';
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

/** Submits a form, one attempt at a time. `check` refuses before the call, with the error of its field (SC-03). */
export const useSubmit = (act: () => Promise<unknown>, check: () => boolean = () => true): Submission => {
  const client = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const submit = async () => {
    if (running.current) return;
    setFailure(null);
    if (!check()) {
      setTries((before) => before + 1);
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      await act();
    } catch (cause) {
      const failed = failureOf(cause);
      // The change may have been made, so the page refetches the setting.
      if (failed.isUnknown)
        for (const key of ['me', 'security', 'data-export']) void client.invalidateQueries({ queryKey: [key] });
      setFailure(failed);
      setTries((before) => before + 1);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const failedField = failure && refusedFieldOf(failure);
  return { busy, failure, failedField, tries, submit, clearFailure: () => setFailure(null) };
};
