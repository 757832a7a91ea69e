let last: HTMLElement | undefined | null;

/** Returns whether the heading that was focused last has left the page. */
export const isHeadingGone = (): boolean => last?.isConnected === false;

/** Moves the focus to the first heading of the section around the element, or of the page. Does not scroll. */
export const focusHeading = (element: Element | null): void => {
  last = element?.closest('section:has(h2),main')?.querySelector<HTMLElement>('h1,h2');
  if (last) {
    last.tabIndex = -1;
    last.focus({ preventScroll: true });
  }
};
