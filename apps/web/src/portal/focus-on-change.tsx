import { useEffect } from 'react';
import { currentPlace } from '../lib/hash-location.ts';

let before: string | undefined;
let focused: HTMLElement | null;

/**
 * After a change of page, or where the heading that had the focus has gone: to the top, and the focus to the heading, so
 * that a screen reader says where one is. Stands beside the page inside its Suspense, so it acts once, when the page is
 * there. Not at the first page: nothing changed yet.
 */
export const FocusOnChange = () => {
  useEffect(() => {
    const here = currentPlace();
    const changed = before && before !== here;
    before = here;
    if (!changed && focused?.isConnected !== false) return;
    focused = document.querySelector('#main h1'); // the page that stands for a broken one has a heading, too
    if (focused) {
      focused.tabIndex = -1;
      focused.focus();
    }
    scrollTo(0, 0);
  }, []);
  return null;
};
