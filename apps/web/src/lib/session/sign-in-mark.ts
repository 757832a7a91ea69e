import { MARK_KEY } from '../browser-store.ts';

/**
 * Leaves a random mark in this tab when it begins a sign-in. The token comes back as `token~mark`; a token without the
 * mark was put into a link elsewhere, and signs nobody in without a question (decision 32). Empty where the browser keeps
 * nothing.
 */
export const leaveMark = (): string => {
  // no randomUUID: it exists on https only
  const mark = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  try {
    sessionStorage.setItem(MARK_KEY, mark.join(''));
    return mark.join('');
  } catch {
    return '';
  }
};

/** Removes the mark: it is good for one sign-in. */
export const removeMark = (): void => {
  try {
    sessionStorage.removeItem(MARK_KEY);
  } catch {
    // the browser keeps nothing
  }
};
