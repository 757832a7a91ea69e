/** Static skeleton that the page shows until the bundle arrives. */
export type Shell = 'home' | 'page' | 'none';

export interface InitialRoute {
  /** Route to write into the address after `/#`. */
  readonly route: string;
  /** Refresh token from the address. `route` no longer contains it. */
  readonly token: string | null;
  /**
   * The route needs no session. Also true for a mailed token without a session: the bundle hides such a token from the
   * sign-in (INV-17).
   */
  readonly isPublic: boolean;
  readonly shell: Shell;
}

/**
 * Reads the address that the page was opened with and returns the route. A path other than the root becomes a hash
 * route, so that links in mails work (SH-05); the query before the hash is added to that of the route. `emailToken` in
 * any query opens the confirmation page (SH-04). A token at the sign-in route is exchanged (SE-02), and a token at any
 * other route is removed from the address (INV-17).
 */
export const initialRoute = (
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  isSignedIn: boolean,
): InitialRoute => {
  const given = pathname === '/' ? (hash.startsWith('#/') ? hash.slice(1) : '/') : pathname;
  const queryStart = `${given}?`.indexOf('?');
  let path = given.slice(0, queryStart);
  const query = new URLSearchParams(given.slice(queryStart));
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
    shell:
      path === '/' ? 'home' : isPublic || /^\/(payments\/(next|method)|promo|connect)/.test(path) ? 'none' : 'page',
  };
};
