import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOutcomeUnknown, type Refusal, refusalOf } from './refusal.ts';

export interface Submission {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Counts refused attempts, here or by the server. After each the form focuses the invalid field. */
  readonly tries: number;
  readonly submit: () => Promise<void>;
  /** Removes the message of the last attempt, because the input has changed. */
  readonly clearRefusal: () => void;
}

/** Submits a form, one attempt at a time. `check` refuses before the call, with the error of its field (SC-03). */
export const useSubmit = (act: () => Promise<unknown>, check: () => boolean = () => true): Submission => {
  const client = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tries, setTries] = useState(0);
  const submit = async () => {
    if (running.current) return;
    setRefusal(null);
    if (!check()) {
      setTries((before) => before + 1);
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      await act();
    } catch (cause) {
      const refused = refusalOf(cause);
      // The change may have been made, so the page refetches the setting.
      if (isOutcomeUnknown(refused))
        for (const key of ['me', 'security', 'data-export']) void client.invalidateQueries({ queryKey: [key] });
      setRefusal(refused);
      setTries((before) => before + 1);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, refusal, tries, submit, clearRefusal: () => setRefusal(null) };
};
