import { draftOf, storeDraft } from './draft.ts';
import { readRecord } from './session/record.ts';
import { type CommandKeys, makeKeys } from './use-command.ts';

const formOf = (scope: string): string => `sent-${scope}`;

/**
 * Returns the keys of commands whose outcome is unknown, also from before a reload. A key that was stored with a subject
 * is followed by a space and that subject.
 */
export const leftKeys = (scope: string): readonly string[] => draftOf<string[]>(formOf(scope)) ?? [];

const storeKeys = (scope: string, keys: readonly string[]): void =>
  storeDraft(readRecord()?.userId, formOf(scope), keys.length > 0 ? keys : undefined);

/** Removes a key after the outcome of its command is known. */
export const removeLeftKey = (scope: string, key: string): void =>
  storeKeys(
    scope,
    leftKeys(scope).filter((left) => left !== key),
  );

/**
 * Makes keys and stores them in this tab for the signed-in customer. After a reload the page asks for their outcome. Never
 * stores the request: it may contain a code or a card. Another form then sends under another key.
 * @param subject stored with each key, such as a digest of what the command is about
 */
export const makeStoredKeys = (scope: string, subject?: string): CommandKeys => {
  const keys = makeKeys();
  const entryOf = (key: string) => (subject === undefined ? key : `${key} ${subject}`);
  return {
    keyFor: (request) => {
      const key = keys.keyFor(request);
      if (key !== null && !leftKeys(scope).includes(entryOf(key))) storeKeys(scope, [...leftKeys(scope), entryOf(key)]);
      return key;
    },
    clear: (request) => {
      const key = keys.keyFor(request);
      if (key !== null) removeLeftKey(scope, entryOf(key));
      keys.clear(request);
    },
  };
};
