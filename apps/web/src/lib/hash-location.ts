import { useMemo, useSyncExternalStore } from 'react';

/** Current route: the part of the address after `#`, with its query (SH-05). */
const currentRoute = (): string => {
  const route = location.hash.replace(/^#\/?/, '');
  return `/${route}`;
};

const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/**
 * Registers one listener for all components that read the route. With one listener each, React could render between two
 * of them. The guard of the new page would then mount around the old page once more and repeat its calls.
 */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('hashchange', notifyListeners); // registers it once only
  addEventListener('popstate', notifyListeners);
  return () => {
    listeners.delete(listener);
  };
};

const queryIndex = (route: string): number => (route.includes('?') ? route.indexOf('?') : route.length);

const currentPath = () => currentRoute().slice(0, queryIndex(currentRoute()));
const currentSearch = () => currentRoute().slice(queryIndex(currentRoute()) + 1);

/** Current route with its query, for `to` and `returnPath`. */
export const currentPlace = currentRoute;

/** Navigates to a path of `paths.ts`. Dispatches the event, because `pushState` does not. */
export const navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
  const oldURL = location.href;
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
};

/** Path of the current route, which decides the page. */
export const usePath = (): string => useSyncExternalStore(subscribe, currentPath);

/** Query of the current route, after its `?`. */
export const useRouteQuery = (): URLSearchParams => {
  const search = useSyncExternalStore(subscribe, currentSearch);
  return useMemo(() => new URLSearchParams(search), [search]);
};
