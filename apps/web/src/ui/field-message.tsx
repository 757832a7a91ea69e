import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface FieldMessageProps {
  id: string;
  error?: ReactNode;
  hint?: ReactNode;
}

/** Error or hint below a field. An error is announced, because it appears after the user left the field. */
export const FieldMessage = ({ id, error, hint }: FieldMessageProps) => (
  <div id={id} className={styles.message} aria-live="polite">
    {error ? (
      <p className={styles.error}>
        <Icon of={CircleAlert} size={15} strokeWidth={2} />
        <span>{error}</span>
      </p>
    ) : (
      hint && <p className={styles.hint}>{hint}</p>
    )}
  </div>
);
