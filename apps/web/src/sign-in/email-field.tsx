import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isEmail } from '../shared/identity/email-address.ts';
import { TextField } from '../ui/field.tsx';
import { mustBeEmail, required } from '../ui/field-messages.tsx';
import type { Fields } from './use-fields.ts';

/** Error text of a required email address; null when it is valid. */
export const emailError = (email: string): ReactNode =>
  email.trim() ? (isEmail(email) ? null : mustBeEmail()) : required();

interface EmailFieldProps {
  field: ReturnType<Fields<string>['field']>;
  label?: ReactNode;
  /** `email` for an address that is not the user name of the sign-in. */
  autoComplete?: 'username' | 'email';
}

/** Email field that turns off capitals and corrections of phone keyboards. */
export const EmailField = ({ field, label = <Trans>Email</Trans>, autoComplete = 'username' }: EmailFieldProps) => (
  <TextField
    {...field}
    label={label}
    type="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
  />
);
