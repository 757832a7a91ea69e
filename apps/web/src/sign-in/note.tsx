import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureOf } from '../lib/failure.ts';
import { type FailureContext, FailureText } from '../ui/failures/words.tsx';
import { Icon } from '../ui/icon.tsx';
import { formFailures } from './failures.tsx';
import styles from './sign-in.module.css';

/** Sentence above the fields. */
export const Note = ({ children }: { children: ReactNode }) => (
  <div className={styles.note}>
    <Icon of={Info} size={16} />
    <p>{children}</p>
  </div>
);

interface FailureNoteProps {
  error: unknown;
  context?: FailureContext;
}

/** Error of the last attempt. Takes the focus each time, so that a screen reader reads it. */
export const FailureNote = ({ error, context = formFailures }: FailureNoteProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  return (
    <div ref={box} tabIndex={-1} role="alert" className={`${styles.note} ${styles.failed}`}>
      <Icon of={CircleAlert} size={16} />
      <p>
        <FailureText of={failureOf(error)} context={context} />
      </p>
    </div>
  );
};
