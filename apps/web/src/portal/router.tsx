import { usePath } from '../lib/hash-location.ts';
import { matchRoute } from './match-route.ts';
import { notFound, portalRoutes } from './route-table.tsx';
import { RouteView } from './route-view.tsx';

/**
 * Shows the first route that matches the hash (SH-01), any other path as not found (SH-02). One element for all routes,
 * so that the frame around the pages stays mounted from page to page.
 */
export const PortalRouter = () => {
  const path = usePath();
  for (const route of portalRoutes) {
    const params = matchRoute(route.path, path);
    if (params) return <RouteView route={route} params={params} />;
  }
  return <RouteView route={notFound} params={{}} />;
};
