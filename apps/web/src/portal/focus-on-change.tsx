import { useEffect } from 'react';
import { currentPlace } from '../lib/hash-location.ts';
import { focusHeading, isHeadingGone } from '../lib/heading-focus.ts';

let before: string | undefined;

/**
 * Scrolls to the top and focuses the heading after a change of page, so that a screen reader reads it. Also when the
 * focused heading disappeared. Rendered inside the Suspense of the page, so that it runs when the page has loaded. Does
 * nothing on the first page.
 */
export const FocusOnChange = () => {
  useEffect(() => {
    const here = currentPlace();
    const changed = before && before !== here;
    before = here;
    if (!changed && !isHeadingGone()) return;
    focusHeading(document.getElementById('main')); // also on the error page that replaces a broken page
    scrollTo(0, 0);
  }, []);
  return null;
};
