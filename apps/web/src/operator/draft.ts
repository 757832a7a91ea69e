import { useCallback, useEffect, useState } from 'react';
import { useOperator } from './operator.tsx';
import { sessionToken, signedOutReason } from './session.ts';

/**
 * Unsent form values of one operator, by form. They stay in the memory of the tab, because a reason may name a customer
 * and several people may use this browser.
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

/**
 * Returns whether the session expired, as opposed to the operator signing out. The drafts then wait for the same
 * operator.
 */
const isInterrupted = (): boolean => sessionToken() === null && signedOutReason() === 'ended';

/**
 * `useState` whose value survives the end of the session (OP-01). Only the same operator gets it back after the next
 * sign-in. The value is removed when the form closes for another reason.
 * @param form name of the form with the object it is about; null stores nothing
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
