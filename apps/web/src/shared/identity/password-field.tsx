import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import styles from '../../ui/field.module.css';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Password field with a button that shows the password. Allows paste and password managers. */
export const PasswordField = ({ autoComplete = 'current-password', ...rest }: TextFieldProps) => {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      inside={
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={shown}
          aria-label={t`Show password`}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} size={16} />
        </button>
      }
    />
  );
};
