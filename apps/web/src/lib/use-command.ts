import { useRef, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';
import { makeKeys, sendOnce } from './send-once.ts';

/** Idempotency-Keys of commands whose outcome is unknown. */
export interface CommandKeys {
  /** Returns the key for a request, the same for the same request. Null: another command has to be decided first. */
  keyFor: (request: string) => string | null;
  /** Called after the outcome of the request is known. Sent again, it then gets a new key. */
  clear: (request: string) => void;
}

/** Command that the server carries out once for each Idempotency-Key (INV-9). */
interface Command<Input, Result> {
  send: (input: Input, idempotencyKey: string) => Promise<Result>;
  /** Refetches what the command changed, and tells the other tabs. */
  touches: () => unknown;
  onDone: (result: Result) => unknown;
  /** Called after a failure. Returns false if the page shows something other than the failure. */
  onFailed?: (failure: Failure) => boolean | undefined;
  /** Returns what the customer has to know while another command has to be decided first. */
  onBlocked?: () => Promise<Failure>;
  /** Classifies the error of `send`. */
  classify?: (cause: unknown) => Failure;
  /** Keys that outlive the component. */
  keys?: CommandKeys;
}

/**
 * Sends a command once. Ignores calls while it runs. After a lost response whose outcome the server does not have either,
 * the same request is sent again under the same key, so that it is never done twice (INV-12).
 */
export const useCommand = <Input, Result>(command: Command<Input, Result>) => {
  const isRunning = useRef(false);
  const [ownKeys] = useState(makeKeys);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { send, touches, onDone, onFailed, onBlocked, classify = failureOf, keys = ownKeys } = command;

  /** @param id what makes the command another one, if it is not the whole input */
  const run = async (input: Input, id: unknown = input): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    const request = JSON.stringify(id);
    try {
      const key = keys.keyFor(request);
      if (key === null) return setFailure((await onBlocked?.()) ?? null);
      const result = await sendOnce(key, () => send(input, key));
      keys.clear(request);
      await touches();
      await onDone(result);
    } catch (error) {
      const failed = classify(error);
      if (!failed.isUnknown) keys.clear(request);
      if (onFailed?.(failed) !== false) setFailure(failed);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return { run, busy, failure, setFailure, clearKey: (id: unknown) => keys.clear(JSON.stringify(id)) };
};
