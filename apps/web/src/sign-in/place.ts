import { useEffect, useState } from 'react';

/** The pages of this site, as links of it name them. What follows `#` no server ever sees. */
export const places = { signIn: '/', register: '/register', forgotten: '/forgotten' } as const;

export interface Place {
  readonly name: 'sign-in' | 'register' | 'forgotten' | 'verify' | 'reset';
  /** The secret of a link in a mail. Only here: the address has forgotten it. */
  readonly token: string | null;
}

/**
 * Where the address leads. The secret of a mailed link is taken out of address and history at once (INV-17), so whoever
 * reads the place has to keep it.
 */
export const takePlace = (): Place => {
  const [, name, token] = /^#\/(register|forgotten|verify|reset)(?:\/([^?]*))?/.exec(location.hash) ?? [];
  if (token) history.replaceState(null, '', `#/${name}`);
  return { name: (name ?? 'sign-in') as Place['name'], token: token || null };
};

/** Back into the address, for a page that is loaded anew at once and takes it out again. */
export const putBack = ({ name, token }: Place): void => history.replaceState(null, '', `#/${name}/${token ?? ''}`);

/** The place after each click on a link of this site; `moved` once there was one. */
export const usePlace = (first: Place): { place: Place; moved: boolean } => {
  const [place, setPlace] = useState(first);
  useEffect(() => {
    const move = () => setPlace(takePlace());
    addEventListener('hashchange', move);
    return () => removeEventListener('hashchange', move);
  }, []);
  return { place, moved: place !== first };
};
