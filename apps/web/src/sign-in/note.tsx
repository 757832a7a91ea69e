import { CircleAlert, Info } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureOf } from '../lib/failure.ts';
import { type FailureContext, FailureText } from '../shared/failures/words.tsx';
import { Icon } from '../ui/icon.tsx';
import { formFailures } from './failures.tsx';
import styles from './sign-in.module.css';

/** Sentence under the title. */
export const Note = ({ children }: { children: ReactNode }) => (
  <div className={styles.note}>
    <Icon of={Info} size={16} />
    <p>{children}</p>
  </div>
);

interface FailureNoteProps {
  error: unknown;
  context?: FailureContext;
  /** False if a field has the focus that the user corrects next. */
  takesFocus?: boolean;
}

/** Error of the last attempt. Takes the focus, so that a screen reader reads it. */
export const FailureNote = ({ error, context = formFailures, takesFocus = true }: FailureNoteProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error && takesFocus) box.current?.focus();
  }, [error, takesFocus]);
  return (
    <div ref={box} tabIndex={-1} role="alert" className={`${styles.note} ${styles.failed}`}>
      <Icon of={CircleAlert} size={16} />
      <p>
        <FailureText of={failureOf(error)} context={context} />
      </p>
    </div>
  );
};
