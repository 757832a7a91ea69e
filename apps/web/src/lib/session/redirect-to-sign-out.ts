import { currentPlace, navigate } from '../hash-location.ts';
import { paths } from '../paths.ts';

const sessionPages = /^\/(signout|logout|signin|login)\b/i;

/**
 * Redirects to the sign-in and then back to the current page (SE-05). Only the first of several failed calls redirects.
 */
export const redirectToSignOut = (reason = 'unauthorized'): void => {
  const place = currentPlace();
  if (!sessionPages.test(place)) navigate(paths.signOut({ reason, to: place }), { replace: true });
};
