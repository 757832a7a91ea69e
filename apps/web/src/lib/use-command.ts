import { useRef, useState } from 'react';
import { call } from './call.ts';
import { type Failure, failureOf } from './failure.ts';
import { lostTypes } from './is-final-answer.ts';
import { useBackOnline } from './use-action.ts';

/** Idempotency-Keys of commands whose outcome is unknown. */
export interface CommandKeys {
  /** Returns the key for a request, the same for the same request. Null: another command has to be decided first. */
  keyFor: (request: string) => string | null;
  /** Called after the outcome of the request is known. Sent again, it then gets a new key. */
  clear: (request: string) => void;
  /** Returns whether the server has the outcome of the command with this key. Absent: asks for a customer's command. */
  isDecided?: (idempotencyKey: string) => Promise<boolean>;
}

/** Asks the server whether it has the outcome of a customer's command. False also when it cannot be reached. */
const isDecidedOfCustomer = async (idempotencyKey: string): Promise<boolean> => {
  const asked = call('GET /api/account/me/commands/:idempotencyKey', { params: { idempotencyKey } });
  const status = await asked.then((command) => command.status).catch(() => 'unknown');
  return status === 'done' || status === 'refused';
};

/** Makes keys that one form or page uses: another request is another command. */
export const makeKeys = (): CommandKeys => {
  const open = new Map<string, string>();
  return {
    keyFor: (request) => {
      const key = open.get(request) ?? crypto.randomUUID();
      open.set(request, key);
      return key;
    },
    clear: (request) => void open.delete(request),
  };
};

/** Command that the server carries out once for each Idempotency-Key (INV-9). */
interface Command<Input, Result> {
  send: (input: Input, idempotencyKey: string) => Promise<Result>;
  /** Refetches what the command changed, and tells the other tabs. Absent: the caller does it after several commands. */
  touches?: () => unknown;
  onDone?: (result: Result) => unknown;
  /** Called after a failure. Returns false if the page shows something other than the failure. */
  onFailed?: (failure: Failure) => boolean | undefined;
  /** Returns what the customer has to know while another command has to be decided first. */
  onBlocked?: () => Promise<Failure>;
  /** Classifies the error of `send`. */
  classify?: (cause: unknown) => Failure;
  /** Keys that outlive the component. */
  keys?: CommandKeys;
}

type Outcome<Result> = { readonly result: Result } | { readonly failure: Failure };

/**
 * Sends a command once. Ignores calls while it runs. After a lost response it asks the server for the outcome, and reads it
 * by sending the same again: a decided command is answered with its stored answer. If the server does not have the outcome
 * either, the same request is sent again under the same key, so that it is never done twice (INV-12).
 */
export const useCommand = <Input, Result>(command: Command<Input, Result>) => {
  const isRunning = useRef(false);
  const beganOffline = useRef(false);
  const [ownKeys] = useState(makeKeys);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { send, touches, onDone, onFailed, onBlocked, classify = failureOf, keys = ownKeys } = command;
  const { isDecided = isDecidedOfCustomer } = keys;

  /**
   * @param id a command with another id gets another key; the whole input by default
   * @returns the outcome, or null if nothing was sent
   */
  const run = async (input: Input, id: unknown = input): Promise<Outcome<Result> | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    beganOffline.current = !navigator.onLine;
    setBusy(true);
    setFailure(null);
    const request = JSON.stringify(id);
    const key = keys.keyFor(request);
    try {
      if (key === null) {
        setFailure((await onBlocked?.()) ?? null);
        return null;
      }
      const result = await send(input, key).catch(async (error: unknown) => {
        if (lostTypes.includes(failureOf(error).reason) && (await isDecided(key))) return send(input, key);
        throw error;
      });
      keys.clear(request);
      await touches?.();
      await onDone?.(result);
      return { result };
    } catch (error) {
      const failed = classify(error);
      if (key !== null && !failed.isUnknown) keys.clear(request);
      if (onFailed?.(failed) !== false) setFailure(failed);
      return { failure: failed };
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  useBackOnline(beganOffline.current && failure?.reason === 'OFFLINE', () => setFailure(null));

  return { run, busy, failure, setFailure, clearKey: (id: unknown) => keys.clear(JSON.stringify(id)) };
};
