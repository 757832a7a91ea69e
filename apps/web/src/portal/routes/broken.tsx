import { useEffect } from 'react';

/** `/broken`: the same static page that a failed start shows (SH-16). */
export const BrokenPage = () => {
  useEffect(() => window.__foyer?.showFatal(), []);
  return null;
};
