import { currentPlace, navigate } from '../hash-location.ts';
import { paths } from '../paths.ts';

const sessionPages = /^\/(signout|logout|signin|login)\b/i;

/** Sends the visitor to sign in again and back to where they are (SE-05). Many calls may fail at once: the first one counts. */
export const redirectToSignOut = (reason = 'unauthorized'): void => {
  const place = currentPlace();
  if (!sessionPages.test(place)) navigate(paths.signOut({ reason, to: place }), { replace: true });
};
