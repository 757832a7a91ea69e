import { type ReactNode, useId } from 'react';
import fieldStyles from '../ui/field.module.css';
import { FieldMessage } from '../ui/field-message.tsx';

interface SelectFieldProps {
  label: ReactNode;
  value: string;
  onValue: (value: string) => void;
  error?: ReactNode;
  children: ReactNode;
}

/** Select field that uses the browser's own list. */
export const SelectField = ({ label, value, onValue, error, children }: SelectFieldProps) => {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? messageId : undefined}
      >
        {children}
      </select>
      <FieldMessage id={messageId} error={error} />
    </div>
  );
};
