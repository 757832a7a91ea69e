import { useSyncExternalStore } from 'react';

/**
 * Where the portal stands, read from the part of the address after `#`: wouter's own hash hook keeps the query
 * before the `#`, where our links never put it (SH-05).
 */
const currentRoute = (): string => {
  const route = location.hash.replace(/^#\/?/, '');
  return `/${route}`;
};

const subscribe = (notify: () => void) => {
  addEventListener('hashchange', notify);
  addEventListener('popstate', notify);
  return () => {
    removeEventListener('hashchange', notify);
    removeEventListener('popstate', notify);
  };
};

const splitAt = (route: string): number => (route.includes('?') ? route.indexOf('?') : route.length);

const currentPath = () => currentRoute().slice(0, splitAt(currentRoute()));
const currentSearch = () => currentRoute().slice(splitAt(currentRoute()) + 1);

/** The whole route with its query, as `to` and `returnPath` carry it. */
export const currentPlace = currentRoute;

/** Goes to a path of `paths.ts`. The event is sent by hand because `pushState` itself sends none. */
export const navigate = (
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
) => {
  const oldURL = location.href;
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${to}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
};

/** Location hook for wouter's `<Router hook>`. */
export const useHashLocation: {
  (): [string, typeof navigate];
  hrefs: (href: string) => string;
} = Object.assign((): [string, typeof navigate] => [useSyncExternalStore(subscribe, currentPath), navigate], {
  hrefs: (href: string) => `#${href}`,
});

/** Query hook for wouter's `<Router searchHook>`. */
export const useHashSearch = (): string => useSyncExternalStore(subscribe, currentSearch);
