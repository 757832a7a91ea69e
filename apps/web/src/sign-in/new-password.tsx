import type { ReactNode } from 'react';
import { newPasswordError } from '../shared/identity/new-password.tsx';
import { newPasswordFault } from '../shared/identity/new-password-fault.ts';
import { PasswordField } from '../shared/identity/password-field.tsx';
import { mustMatchPassword, passwordHint, required } from '../ui/field-messages.tsx';
import type { Fields } from './use-fields.ts';

/** Errors of a new password before it is sent (SC-03, SC-12). */
export const newPasswordErrors = ({ password, repeat }: { password: string; repeat: string }) => ({
  password: newPasswordError(newPasswordFault(password)),
  repeat: repeat ? (repeat === password ? null : mustMatchPassword()) : required(),
});

interface NewPasswordProps {
  fields: { readonly field: (name: 'password' | 'repeat') => ReturnType<Fields<string>['field']> };
  label: ReactNode;
  repeatLabel: ReactNode;
}

/** Fields for a new password and its repetition. Password managers fill both. */
export const NewPassword = ({ fields, label, repeatLabel }: NewPasswordProps) => (
  <>
    <PasswordField {...fields.field('password')} label={label} hint={passwordHint()} autoComplete="new-password" />
    <PasswordField {...fields.field('repeat')} label={repeatLabel} autoComplete="new-password" />
  </>
);
