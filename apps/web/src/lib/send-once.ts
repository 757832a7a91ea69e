import { call } from './call.ts';
import { failureOf } from './failure.ts';
import { lostTypes } from './is-final-answer.ts';

/** Returns whether the server has the outcome of a command. False also when it cannot be reached. */
const isDecided = async (idempotencyKey: string): Promise<boolean> => {
  const asked = call('GET /api/account/me/commands/:idempotencyKey', { params: { idempotencyKey } });
  const status = await asked.then((command) => command.status).catch(() => 'unknown');
  return status === 'done' || status === 'refused';
};

/**
 * Sends a command. After a lost response it asks the server for the outcome, and reads it by sending the same again: a
 * decided command is answered with its stored answer (INV-12).
 */
export const sendOnce = <Result>(key: string, send: () => Promise<Result>): Promise<Result> =>
  send().catch(async (error: unknown) => {
    if (lostTypes.includes(failureOf(error).reason) && (await isDecided(key))) return send();
    throw error;
  });

/** Makes keys that one form or page uses: another request is another command. */
export const makeKeys = () => {
  const open = new Map<string, string>();
  return {
    keyFor: (request: string): string => {
      const key = open.get(request) ?? crypto.randomUUID();
      open.set(request, key);
      return key;
    },
    clear: (request: string): void => void open.delete(request),
  };
};
