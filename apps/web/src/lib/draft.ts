import { useCallback, useEffect, useState } from 'react';
import { readOwned, writeOwned, writeStored } from './browser-store.ts';
import { currentPlace } from './hash-location.ts';
import { readRecord } from './session/record.ts';

/** Unsent form values of one user, by form. */
interface Drafts {
  readonly forms: Readonly<Record<string, unknown>>;
}

const KEY = 'foyer.drafts';

/** Removes all drafts of this tab, for example at sign-out. */
export const removeDrafts = (): void => void writeStored(KEY, '', 'session');

/** Drafts of the signed-in user. Removes drafts that another user left in this tab. */
const draftsOfUser = (userId: string | undefined): Drafts['forms'] =>
  readOwned<Drafts>(KEY, userId, 'session')?.forms ?? {};

/** Stores a draft of the user in this tab; an undefined value removes it. */
export const storeDraft = (userId: string | undefined, form: string, value: unknown): void => {
  // with full storage the typed text is still on the page
  writeOwned(KEY, userId, { forms: { ...draftsOfUser(userId), [form]: value } }, 'session');
};

/** Stored draft of the signed-in user, if there is one. */
export const draftOf = <Value>(form: string): Value | undefined =>
  draftsOfUser(readRecord()?.userId)[form] as Value | undefined;

/** Returns whether the signed-in user has a stored draft of the form. */
export const hasDraft = (form: string): boolean => form in draftsOfUser(readRecord()?.userId);

/** Returns whether the page closes because the session expired. It opens again after the next sign-in (SE-05). */
const isSessionExpired = (): boolean => currentPlace().startsWith('/signout?reason=unauthorized');

/**
 * `useState` whose value survives a sign-in in the middle of a form (SE-05). The value stays in this tab under the id
 * of the user. With `while-open` it is removed when the form unmounts without a sign-in; with `until-sent` the form
 * removes it. Must not be used for passwords, codes or card data.
 */
export const useDraft = <Value>(
  form: string,
  start: Value,
  lifetime: 'while-open' | 'until-sent' = 'while-open',
): readonly [value: Value, setValue: (value: Value) => void, removeDraft: () => void] => {
  const [owner] = useState(() => readRecord()?.userId);
  const [value, setValue] = useState(() => (hasDraft(form) ? (draftsOfUser(owner)[form] as Value) : start));
  const removeDraft = useCallback(() => storeDraft(owner, form, undefined), [owner, form]); // JSON omits undefined
  useEffect(
    () => () => {
      if (lifetime === 'while-open' && !isSessionExpired()) removeDraft();
    },
    [lifetime, removeDraft],
  );
  return [
    value,
    (next) => {
      setValue(next);
      storeDraft(owner, form, next);
    },
    removeDraft,
  ];
};
