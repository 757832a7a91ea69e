import { draftOf, storeDraft } from './draft.ts';
import { readRecord } from './session/record.ts';
import type { CommandKeys } from './use-command.ts';

const formOf = (scope: string): string => `sent-${scope}`;

/**
 * Returns the keys of commands whose outcome is unknown, also from before a reload. A key that was stored with a subject
 * is followed by a space and that subject.
 */
export const leftKeys = (scope: string): readonly string[] => draftOf<string[]>(formOf(scope)) ?? [];

const storeKeys = (scope: string, keys: readonly string[]): void =>
  storeDraft(readRecord()?.userId, formOf(scope), keys.length > 0 ? keys : undefined);

/** Stores the key of a command, with its subject if there is one, until the outcome is known. */
export const storeLeftKey = (scope: string, key: string): void => {
  const keys = leftKeys(scope);
  if (!keys.includes(key)) storeKeys(scope, [...keys, key]);
};

/** Removes a key after the outcome of its command is known. */
export const removeLeftKey = (scope: string, key: string): void =>
  storeKeys(
    scope,
    leftKeys(scope).filter((left) => left !== key),
  );

/**
 * Stores keys in this tab for the signed-in customer until their outcome is known. After a reload the page asks for it.
 * Never stores the request: it may contain a code or a card. Another form then sends under another key.
 * @param subject stored with each key, such as a digest of what the command is about
 */
export const storedKeys = (keys: CommandKeys, scope: string, subject?: string): CommandKeys => {
  const entryOf = (key: string) => (subject === undefined ? key : `${key} ${subject}`);
  return {
    keyFor: (request) => {
      const key = keys.keyFor(request);
      if (key !== null) storeLeftKey(scope, entryOf(key));
      return key;
    },
    clear: (request) => {
      const key = keys.keyFor(request);
      if (key !== null) removeLeftKey(scope, entryOf(key));
      keys.clear(request);
    },
  };
};
