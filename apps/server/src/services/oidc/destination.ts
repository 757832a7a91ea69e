const SIGN_IN_ROUTE = /^#\/(?:signin|login)\?(.*)$/;

/** True for a path of the portal. A browser must not read it as an address of another site (SE-04). */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]{0,1999}$/u.test(path);

/**
 * Destination after a sign-in (SE-04): the path of `to`, or the one in the portal address `back`. Other values lead to Home.
 */
export const destinationOf = ({ to, back }: { to: string | undefined; back: string | undefined }): string => {
  const query = SIGN_IN_ROUTE.exec(URL.parse(back ?? '')?.hash ?? '')?.[1];
  const wanted = to ?? new URLSearchParams(query).get('to') ?? '/';
  return isOwnPath(wanted) ? wanted : '/';
};

/** Returns the mark that a page stored in its tab before a sign-in. Empty for other texts (decision 32). */
export const markIn = (text: string | undefined): string => (/^[0-9a-f]{32}$/.test(text ?? '') ? `${text}` : '');

/**
 * The portal's intake with the token and the mark of the tab: behind the `#`, so no server and no log ever sees it
 * (INV-17). Without a mark the portal asks before it signs in.
 */
export const intakeAddress = (origin: string, destination: string, token: string, mark: string): string =>
  `${origin}/#/signin?${new URLSearchParams({ to: destination, token: mark ? `${token}~${mark}` : token })}`;
