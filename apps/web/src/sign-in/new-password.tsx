import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS, utf8Bytes } from '@foyer/contract/vocabulary/password-rules';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { mustBe8OrMore, mustMatchPassword, passwordHint, required } from '../ui/field-messages.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import type { Fields } from './use-fields.ts';

/** What is wrong with a new password before anybody is asked (SC-03, SC-12). */
export const newPasswordErrors = ({ password, repeat }: { password: string; repeat: string }) => ({
  password: passwordError(password),
  repeat: repeat ? (repeat === password ? null : mustMatchPassword()) : required(),
});

const passwordError = (password: string): ReactNode => {
  if (!password) return required();
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return mustBe8OrMore();
  if (utf8Bytes(password) > PASSWORD_MAX_BYTES) return <Trans>This password is too long. Choose a shorter one.</Trans>;
  return null;
};

interface NewPasswordProps {
  fields: { readonly field: (name: 'password' | 'repeat') => ReturnType<Fields<string>['field']> };
  label: ReactNode;
  repeatLabel: ReactNode;
}

/** A new password and its repetition; password managers offer one for both. */
export const NewPassword = ({ fields, label, repeatLabel }: NewPasswordProps) => (
  <>
    <PasswordField {...fields.field('password')} label={label} hint={passwordHint()} autoComplete="new-password" />
    <PasswordField {...fields.field('repeat')} label={repeatLabel} autoComplete="new-password" />
  </>
);
