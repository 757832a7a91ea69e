import { useEffect } from 'react';
import { currentPlace } from '../lib/hash-location.ts';
import { focusHeading, isHeadingGone } from '../lib/heading-focus.ts';

let before: string | undefined;

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
    if (!changed && !isHeadingGone()) return;
    focusHeading(document.getElementById('main')); // the page that stands for a broken one has a heading, too
    scrollTo(0, 0);
  }, []);
  return null;
};
