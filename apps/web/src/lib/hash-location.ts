import { useMemo, useSyncExternalStore } from 'react';

/** Where the portal stands: the part of the address after `#`, with its query (SH-05). */
const currentRoute = (): string => {
  const route = location.hash.replace(/^#\/?/, '');
  return `/${route}`;
};

const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/**
 * One listener for all who read the address. With one each, React could render between two of them: the guard of the new
 * page around the old one, which then began anew, with its calls, only to go.
 */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('hashchange', notifyListeners); // adding it again changes nothing
  addEventListener('popstate', notifyListeners);
  return () => {
    listeners.delete(listener);
  };
};

const queryIndex = (route: string): number => (route.includes('?') ? route.indexOf('?') : route.length);

const currentPath = () => currentRoute().slice(0, queryIndex(currentRoute()));
const currentSearch = () => currentRoute().slice(queryIndex(currentRoute()) + 1);

/** The whole route with its query, as `to` and `returnPath` carry it. */
export const currentPlace = currentRoute;

/** Goes to a path of `paths.ts`. The event is sent by hand because `pushState` itself sends none. */
export const navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
  const oldURL = location.href;
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
};

/** The path alone: what decides which page is shown. */
export const usePath = (): string => useSyncExternalStore(subscribe, currentPath);

/** Query of the current route, after its `?`. */
export const useRouteQuery = (): URLSearchParams => {
  const search = useSyncExternalStore(subscribe, currentSearch);
  return useMemo(() => new URLSearchParams(search), [search]);
};
