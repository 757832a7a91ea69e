import { type PasswordFault, passwordFault } from '@foyer/domain/security/password';
import { Refused } from '../refused.ts';
import type { Profile } from './ports.ts';

/** The caller shows them as they are: what was wrong is the server's to say (SC-08). */
const messages: Readonly<Record<PasswordFault, string>> = {
  too_short: 'Passwords must be 8 or more characters.',
  too_long: 'This password is too long.',
  common: 'This password is one of the most common ones. Choose another.',
  about_you: 'This password is too close to your name, your e-mail address or our name. Choose another.',
  same: 'This is your present password. Choose another.',
};

export interface NewPassword {
  readonly text: string;
  /** Which member of the request it came in. */
  readonly field: 'password' | 'newPassword';
  readonly present?: string;
}

export type RefuseBadPassword = (password: NewPassword, owner: Profile) => void;

/** Refuses what makes no good password for its owner, and says why. */
export const makeRefuseBadPassword =
  (isCommon: (folded: string) => boolean, productWords: readonly string[]): RefuseBadPassword =>
  ({ text, field, present }, { email, firstName, lastName }) => {
    const context = { email, names: [firstName, lastName], productWords, isCommon };
    const fault = passwordFault(text, present === undefined ? context : { ...context, present });
    if (fault) throw new Refused('INVALID_PASSWORD', { field, message: messages[fault] });
  };
