import { useCallback, useEffect, useState } from 'react';
import { currentPlace } from './hash-location.ts';
import { readRecord } from './session/record.ts';

/** What was typed and not sent yet, by the name of its form. */
interface Drafts {
  readonly userId: string;
  readonly forms: Readonly<Record<string, unknown>>;
}

const KEY = 'foyer.drafts';

/** Removes all drafts of this tab, for example at sign-out. */
export const removeDrafts = (): void => sessionStorage.removeItem(KEY);

/** Those of whoever is signed in now; what somebody else left in this tab is thrown away. */
const draftsOfUser = (userId: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    const drafts = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Drafts | null;
    if (drafts && drafts.userId === userId) return drafts.forms;
  } catch {
    // nobody's
  }
  removeDrafts();
  return {};
};

/** Keeps it for this person in this tab; undefined forgets it. */
export const storeDraft = (userId: string | undefined, form: string, value: unknown): void => {
  if (userId === undefined) return;
  const drafts: Drafts = { userId, forms: { ...draftsOfUser(userId), [form]: value } };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // no room: what was typed is still on the page
  }
};

/** What waits here for whoever is signed in, if anything does. */
export const draftOf = <Value>(form: string): Value | undefined =>
  draftsOfUser(readRecord()?.userId)[form] as Value | undefined;

/** Whether something waits here for whoever is signed in. */
export const hasDraft = (form: string): boolean => form in draftsOfUser(readRecord()?.userId);

/** The session ended under the page, which goes on where it was after the next sign-in (SE-05). */
const isSessionExpired = (): boolean => currentPlace().startsWith('/signout?reason=unauthorized');

/**
 * `useState` for what somebody types into a form: whoever has to sign in again in the middle of it finds it as it was.
 * Kept in this tab, for the same person alone, until the form is left in any other way; or until it is sent or given up,
 * which the form itself says by `forget`, where it is long and a tab pressed by mistake must not empty it. Never for a
 * password, a code or anything of a card.
 */
export const useDraft = <Value>(
  form: string,
  start: Value,
  lifetime: 'while-open' | 'until-sent' = 'while-open',
): readonly [value: Value, setValue: (value: Value) => void, forget: () => void] => {
  const [owner] = useState(() => readRecord()?.userId);
  const [value, setValue] = useState(() => (hasDraft(form) ? (draftsOfUser(owner)[form] as Value) : start));
  const removeDraft = useCallback(() => storeDraft(owner, form, undefined), [owner, form]); // JSON leaves it out
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
