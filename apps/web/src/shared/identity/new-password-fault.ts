import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS, utf8Bytes } from '@foyer/contract/vocabulary/password-rules';

/** Fault of a new password that the page finds without a call (SC-03), or null. */
export const newPasswordFault = (password: string): 'required' | 'short' | 'long' | null => {
  if (password === '') return 'required';
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return 'short';
  return utf8Bytes(password) > PASSWORD_MAX_BYTES ? 'long' : null;
};
