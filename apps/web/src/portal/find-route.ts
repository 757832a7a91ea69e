import { matchRoute } from '../lib/match-route.ts';
import type { PageProps } from './page-props.ts';
import { notFound, type PortalRoute, portalRoutes } from './route-table.tsx';

interface Found extends Pick<PageProps, 'params'> {
  readonly route: PortalRoute;
}

/** Returns the first route that matches the path (SH-01); any other path is not found (SH-02). */
export const findRoute = (path: string): Found => {
  for (const route of portalRoutes) {
    const params = matchRoute(route.path, path);
    if (params) return { route, params };
  }
  return { route: notFound, params: {} };
};
