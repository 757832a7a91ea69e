import { useEffect } from 'react';

/** `/broken`: the same static page that a failed start shows (SH-16). Trying again here would come back here: it leads home. */
export const Page = () => {
  useEffect(() => {
    window.__foyer?.showFatal();
    document.querySelector('#fatal form')?.setAttribute('action', '/');
  }, []);
  return null;
};
