import { findRoute } from './find-route.ts';

/**
 * Loads the script of a page when the pointer or the focus comes to a link to it, so that it is there at the click. Not
 * offline, because some browsers remember that it failed.
 */
export const preloadLinkedPages = (): void => {
  const onPoint = ({ target }: Event) => {
    const link = navigator.onLine && (target as Element).closest<HTMLAnchorElement>('a[href^="#/"]');
    if (!link) return;
    const { Page } = findRoute(link.hash.replace(/^#|\?.*/g, '')).route;
    Page.load?.().catch(() => undefined); // opening the page loads it again and shows the error
  };
  addEventListener('pointerover', onPoint);
  addEventListener('focusin', onPoint);
};
