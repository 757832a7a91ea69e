import { type ReactNode, type Ref, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import fieldStyles from '../../ui/field.module.css';
import { FieldMessage } from '../../ui/field-message.tsx';
import styles from './code-field.module.css';

const DIGITS = 6;
const places = Array.from({ length: DIGITS }, (_, at) => at);

interface CodeFieldProps {
  label: ReactNode;
  /** Digits entered so far. */
  value: string;
  onValue: (digits: string) => void;
  /** Called when all six digits are entered, so that the form can submit. */
  onComplete?: (digits: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Field of a one-time code. Six boxes in two groups only draw the text of one real input, so pasting, autofill and screen
 * readers work as in any field. Characters that are no digits are dropped: apps show "123 456".
 */
export const CodeField = ({ label, value, onValue, onComplete, hint, error, disabled, ref }: CodeFieldProps) => {
  const id = useId();
  const messageId = `${id}-message`;
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS);
    onValue(digits);
    if (digits.length === DIGITS && digits !== value) onComplete?.(digits);
  };
  return (
    <div>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.boxes}>
        <input
          ref={ref}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => type(event.target.value)}
          // Typing continues at the end, at the highlighted box.
          onSelect={({ currentTarget: { value: text }, currentTarget }) =>
            currentTarget.selectionStart === currentTarget.selectionEnd &&
            currentTarget.selectionStart !== text.length &&
            currentTarget.setSelectionRange(text.length, text.length)
          }
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? messageId : undefined}
        />
        {places.map((at) => (
          <span
            key={at}
            className={cx(styles.box, at === Math.min(value.length, DIGITS - 1) && styles.current)}
            aria-hidden="true"
          >
            {value[at]}
          </span>
        ))}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
};
