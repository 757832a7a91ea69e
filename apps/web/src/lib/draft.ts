import { useCallback, useEffect, useState } from 'react';
import { currentPlace } from './hash-location.ts';
import { readRecord } from './session/record.ts';

/** What was typed and not sent yet, by the name of its form. */
interface Drafts {
  readonly userId: string;
  readonly forms: Readonly<Record<string, unknown>>;
}

const KEY = 'foyer.drafts';

/** Signing out leaves nothing behind. */
export const dropDrafts = (): void => sessionStorage.removeItem(KEY);

/** Those of whoever is signed in now; what somebody else left in this tab is thrown away. */
const ownDrafts = (userId: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    const drafts = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Drafts | null;
    if (drafts && drafts.userId === userId) return drafts.forms;
  } catch {
    // nobody's
  }
  dropDrafts();
  return {};
};

/** Keeps it for this person in this tab; undefined forgets it. */
export const keepDraft = (userId: string | undefined, form: string, value: unknown): void => {
  if (userId === undefined) return;
  const drafts: Drafts = { userId, forms: { ...ownDrafts(userId), [form]: value } };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // no room: what was typed is still on the page
  }
};

/** What waits here for whoever is signed in, if anything does. */
export const draftOf = <Value>(form: string): Value | undefined =>
  ownDrafts(readRecord()?.userId)[form] as Value | undefined;

/** Whether something waits here for whoever is signed in. */
export const hasDraft = (form: string): boolean => form in ownDrafts(readRecord()?.userId);

/** The session ended under the page, which goes on where it was after the next sign-in (SE-05). */
const goesToSignInAgain = (): boolean => currentPlace().startsWith('/signout?reason=unauthorized');

/**
 * `useState` for what somebody types into a form: whoever has to sign in again in the middle of it finds it as it was.
 * Kept in this tab, for the same person alone, until the form is left in any other way; or until it is sent or given up,
 * which the form itself says by `forget`, where it is long and a tab pressed by mistake must not empty it. Never for a
 * password, a code or anything of a card.
 */
export const useDraft = <Value>(
  form: string,
  start: Value,
  keeps: 'while-open' | 'until-sent' = 'while-open',
): readonly [value: Value, setValue: (value: Value) => void, forget: () => void] => {
  const [owner] = useState(() => readRecord()?.userId);
  const [value, setValue] = useState(() => (hasDraft(form) ? (ownDrafts(owner)[form] as Value) : start));
  const forget = useCallback(() => keepDraft(owner, form, undefined), [owner, form]); // JSON leaves it out
  useEffect(
    () => () => {
      if (keeps === 'while-open' && !goesToSignInAgain()) forget();
    },
    [keeps, forget],
  );
  return [
    value,
    (next) => {
      setValue(next);
      keepDraft(owner, form, next);
    },
    forget,
  ];
};
