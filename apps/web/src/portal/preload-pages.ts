import { findRoute } from './find-route.ts';

/** Loads the script of a page when the pointer or the focus comes to a link to it, so that it is there at the click. */
export const preloadLinkedPages = (): void => {
  const onPoint = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#/"]');
    if (link) findRoute(link.hash.slice(1).replace(/\?.*/, '')).route.Page.preload?.();
  };
  addEventListener('pointerover', onPoint);
  addEventListener('focusin', onPoint);
};
