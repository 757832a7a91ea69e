import { useEffect, useState } from 'react';

/** Paths of the pages after `#`, which is never sent to a server. */
export const signInPaths = { signIn: '/', register: '/register', forgotten: '/forgotten' } as const;

export interface SignInRoute {
  readonly name: 'sign-in' | 'register' | 'forgotten' | 'verify' | 'reset';
  /** Secret of a mailed link. The URL no longer contains it. */
  readonly token: string | null;
}

/**
 * Parses the route of the URL. The secret of a mailed link is removed from URL and history at once (INV-17), so the caller
 * has to keep it.
 */
export const takeRoute = (): SignInRoute => {
  const [, name, token] = /^#\/(register|forgotten|verify|reset)(?:\/([^?]*))?/.exec(location.hash) ?? [];
  if (token) history.replaceState(null, '', `#/${name}`);
  return { name: (name ?? 'sign-in') as SignInRoute['name'], token: token || null };
};

/** Writes a route with its secret back into the URL, because the page reloads and then removes it again. */
export const restoreRoute = ({ name, token }: SignInRoute): void =>
  history.replaceState(null, '', `#/${name}/${token ?? ''}`);

/** Current route of the site. `moved` is true after the first navigation within it. */
export const useSignInRoute = (first: SignInRoute): { place: SignInRoute; moved: boolean } => {
  const [place, setPlace] = useState(first);
  useEffect(() => {
    const move = () => setPlace(takeRoute());
    addEventListener('hashchange', move);
    return () => removeEventListener('hashchange', move);
  }, []);
  return { place, moved: place !== first };
};
