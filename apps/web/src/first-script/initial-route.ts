/** Which static skeleton stands in the page until the bundle arrives. */
export type Shell = 'home' | 'page' | 'none';

export interface InitialRoute {
  /** What the address shall say after `/#`. */
  readonly route: string;
  /** The refresh token that came with the address; it is not part of `route` any more. */
  readonly token: string | null;
  /** Nobody has to be signed in for it; or nobody is, and it is a mailed secret, which the bundle keeps out of the way to the sign-in (INV-17). */
  readonly isPublic: boolean;
  readonly shell: Shell;
}

/**
 * Reads the address the page was opened with. Any path that is not the root becomes a hash route with its query (SH-05),
 * so that links in e-mails work; `emailToken` in any query leads to the confirmation page (SH-04); a token at the sign-in
 * route is taken in (SE-02), and one anywhere else leaves the address all the same (INV-17). A query before the hash is added
 * to that of the route.
 */
export const initialRoute = (
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  isSignedIn: boolean,
): InitialRoute => {
  const given = pathname === '/' ? (hash.startsWith('#/') ? hash.slice(1) : '/') : pathname;
  const cut = `${given}?`.indexOf('?');
  let path = given.slice(0, cut);
  const query = new URLSearchParams(given.slice(cut));
  for (const [key, value] of new URLSearchParams(search)) query.append(key, value);

  let token: string | null = null;
  const emailToken = query.get('emailToken');
  if (emailToken) {
    path = `/cea/${encodeURIComponent(emailToken)}`;
    query.delete('emailToken');
  } else if (/^\/(sign|log)in(\/|$)/i.test(path)) {
    token = query.get('token');
  }
  query.delete('token');

  const text = query.toString();
  const isPublic = /^\/(survey|broken|(sign|log)(in|out))(\/|$)/i.test(path) || (!isSignedIn && /^\/cea\//i.test(path));
  return {
    route: text ? `${path}?${text}` : path,
    token,
    isPublic,
    shell: path === '/' ? 'home' : isPublic || /^\/(payments\/(next|method)|promotions)/.test(path) ? 'none' : 'page',
  };
};
