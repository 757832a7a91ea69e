import { useEffect, useRef } from 'react';

let shownBefore: string | null = null;

/**
 * After a change of page: to the top, and the focus to its heading, so that a screen reader says where one is. Stands
 * beside the page inside its Suspense, so it acts when the page is there. Not at the first page: nothing changed yet.
 */
export const FocusOnChange = ({ path }: { path: string }) => {
  const acted = useRef(false);
  useEffect(() => {
    if (acted.current) return;
    acted.current = true;
    const changed = shownBefore !== null && shownBefore !== path;
    shownBefore = path;
    if (!changed) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }, [path]);
  return null;
};
