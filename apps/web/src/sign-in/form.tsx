import type { FormEvent, ReactNode } from 'react';
import type { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import styles from './sign-in.module.css';
import type { Fields } from './use-fields.ts';

interface FormProps {
  fields: Pick<Fields<string>, 'form' | 'accept'>;
  state: ReturnType<typeof useAction<unknown>>['state'];
  /** Sends the form. Called only with valid fields, and not while it runs. */
  send: () => unknown;
  label: ReactNode;
  busyLabel: ReactNode;
  children: ReactNode;
}

/** Form with one button. Its page shows the error of the last attempt under the title. */
export const Form = ({ fields, state, send, label, busyLabel, children }: FormProps) => {
  const busy = state.kind === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && fields.accept()) send();
  };
  return (
    <form className={styles.form} ref={fields.form} onSubmit={submit} noValidate>
      {children}
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    </form>
  );
};
