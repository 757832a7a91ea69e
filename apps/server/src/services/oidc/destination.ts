const SIGN_IN_ROUTE = /^#\/(?:signin|login)\?(.*)$/;

/** Whether a path is one of the portal, and has no form that a browser could take for another site (SE-04). */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]{0,1999}$/u.test(path);

/**
 * Where the portal goes after signing in: the path of `to`, or the one inside `return`, the portal's own way back
 * (SE-04). Anything else is Home.
 */
export const destinationOf = ({ to, back }: { to: string | undefined; back: string | undefined }): string => {
  const query = SIGN_IN_ROUTE.exec(URL.parse(back ?? '')?.hash ?? '')?.[1];
  const wanted = to ?? new URLSearchParams(query).get('to') ?? '/';
  return isOwnPath(wanted) ? wanted : '/';
};

/** The mark that a page left in its tab before it began a sign-in; anything else is none (decision 32). */
export const markIn = (text: string | undefined): string => (/^[0-9a-f]{32}$/.test(text ?? '') ? `${text}` : '');

/**
 * The portal's intake with the token and the mark of the tab: behind the `#`, so no server and no log ever sees it
 * (INV-17). Without a mark the portal asks before it signs in.
 */
export const intakeAddress = (origin: string, destination: string, token: string, mark: string): string =>
  `${origin}/#/signin?${new URLSearchParams({ to: destination, token: mark ? `${token}~${mark}` : token })}`;
