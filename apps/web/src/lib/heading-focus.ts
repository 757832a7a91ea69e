let last: HTMLElement | undefined | null;

/** Whether the heading that got the focus last has gone since. */
export const isHeadingGone = (): boolean => last?.isConnected === false;

/** The focus to the first heading of what the element stands in: its section, else the page. Nothing is scrolled. */
export const focusHeading = (element: Element | null): void => {
  last = element?.closest('section:has(h2),main')?.querySelector<HTMLElement>('h1,h2');
  if (last) {
    last.tabIndex = -1;
    last.focus({ preventScroll: true });
  }
};
