import { PASSWORD_MIN_CHARACTERS } from '@foyer/contract/vocabulary/password-rules';

/** What is wrong with a new password that the page can tell without a call (SC-03): newPasswordRequired, newPasswordShort. */
export const newPasswordFault = (password: string): 'required' | 'short' | null => {
  if (password === '') return 'required';
  return [...password].length < PASSWORD_MIN_CHARACTERS ? 'short' : null;
};
