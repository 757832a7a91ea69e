import { type ChangeEvent, type FocusEvent, type ReactNode, useRef, useState } from 'react';

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Errors<Name extends string> = Partial<Record<Name, ReactNode>>;

/**
 * Fields of a form with passive checks (AD-08): nothing blocks typing and nothing typed is cleared. An error appears when
 * its field is left with text in it or the form is sent, and disappears when the value is right.
 */
export const useFields = <Name extends string>(
  start: Values<Name>,
  check: (values: Values<Name>) => Errors<Name>,
  /** Called with each change, to keep values that outlive the form. */
  note?: (name: Name, value: string) => void,
) => {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [judged, setJudged] = useState<readonly Name[]>([]);
  const [refused, setRefused] = useState<Errors<Name>>({});
  const names = Object.keys(start) as Name[];
  const errors = check(values);

  const input = (name: Name) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);

  return {
    form,
    /** Returns the element of a field. */
    input,
    values,
    /** Props of a text field. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: refused[name] ?? (judged.includes(name) ? errors[name] : undefined),
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
        setValues((all) => ({ ...all, [name]: value }));
        setRefused((all) => ({ ...all, [name]: undefined }));
        note?.(name, value);
      },
      onBlur: ({ target: { value } }: FocusEvent<HTMLInputElement>) => {
        if (value) setJudged((all) => [...all, name]);
      },
    }),
    /** Returns whether all values are valid. Otherwise shows the errors and focuses the first invalid field. */
    accept: (): boolean => {
      setJudged(names);
      const wrong = names.find((name) => errors[name]);
      if (wrong) input(wrong)?.focus();
      return !wrong;
    },
    /** Shows a refusal of the server at its field until the value changes. */
    refuse: (name: Name, why: ReactNode): void => {
      setRefused((all) => ({ ...all, [name]: why }));
      input(name)?.focus();
    },
  };
};

export type Fields<Name extends string> = ReturnType<typeof useFields<Name>>;
