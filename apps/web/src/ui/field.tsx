import { Trans } from '@lingui/react/macro';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { FieldMessage } from './field-message.tsx';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Marks the field as optional. Required fields have no mark. */
  optional?: boolean;
  /** Button inside the frame, as in the password field. */
  inside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Text field with its label above, and error or hint below in the same place. Typed text is never cleared (AD-08). */
export const TextField = ({ label, hint, error, optional, inside, id, className, ...rest }: TextFieldProps) => {
  const own = useId();
  const inputId = id ?? own;
  const messageId = `${inputId}-message`;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
        {optional && (
          <span className={styles.optional}>
            <Trans>Optional</Trans>
          </span>
        )}
      </label>
      <div className={styles.box}>
        <input
          {...rest}
          id={inputId}
          className={cx(styles.input, Boolean(inside) && styles.withButton)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? messageId : undefined}
        />
        {inside}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
};
