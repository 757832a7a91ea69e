import { useCallback, useEffect, useState } from 'react';
import { useOperator } from './operator.tsx';
import { sessionToken, signedOutReason } from './session.ts';

/**
 * What was typed into a form and not sent yet, by the name of the form, of one operator. In the memory of the tab alone: a
 * reason may name a customer, and nothing of that is written down in a browser that several people use.
 */
let drafts: { readonly operatorId: string; readonly forms: Map<string, unknown> } | null = null;

/** Removes the drafts of all other operators; with null, of all operators. */
export const dropDraftsOfOthers = (operatorId: string | null): void => {
  if (drafts?.operatorId !== operatorId) drafts = null;
};

const formsOf = (operatorId: string): Map<string, unknown> => {
  dropDraftsOfOthers(operatorId);
  drafts ??= { operatorId, forms: new Map() };
  return drafts.forms;
};

/** The session ended under the page, and nobody has pressed Sign out: the same operator comes back to it. */
const isInterrupted = (): boolean => sessionToken() === null && signedOutReason() === 'ended';

/**
 * `useState` for a form: an operator whose session ends in the middle of it finds it as it was after the next sign-in, nobody
 * else does (OP-01). Forgotten once the form is closed in any other way.
 * @param form its name, with whom or what it is about; null: nothing is kept
 */
export const useOperatorDraft = <Value>(
  form: string | null,
  start: () => Value,
): readonly [Value, (value: Value) => void] => {
  const { id } = useOperator();
  const [value, setValue] = useState<Value>(() => {
    const forms = formsOf(id);
    return form !== null && forms.has(form) ? (forms.get(form) as Value) : start();
  });
  const change = useCallback(
    (next: Value) => {
      if (form !== null) formsOf(id).set(form, next);
      setValue(next);
    },
    [id, form],
  );
  useEffect(
    () => () => {
      if (form !== null && !isInterrupted()) drafts?.forms.delete(form);
    },
    [form],
  );
  return [value, change];
};
