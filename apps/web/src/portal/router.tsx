import { msg } from '@lingui/core/macro';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import type { PageProps } from './page-props.ts';
import { type PortalRoute, portalRoutes } from './route-table.tsx';
import { RouteView } from './route-view.tsx';
import { NotFoundPage } from './routes/not-found.tsx';

const notFound: PortalRoute = { path: '*', title: msg`Page not found`, chrome: 'full', tab: null, Page: NotFoundPage };

const decoded = (value: string | undefined): string | undefined => {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
};

/**
 * Shows the first route that matches the hash (SH-01), any other path as not found (SH-02). One element for all routes,
 * so that the frame around the pages stays mounted from page to page.
 */
export const PortalRouter = () => {
  const { parser } = useRouter();
  const [path] = useLocation();
  const route = portalRoutes.find((one) => matchRoute(parser, one.path, path)[0]) ?? notFound;
  const [, raw] = matchRoute(parser, route.path, path);
  const params: PageProps['params'] = Object.fromEntries(
    Object.entries(raw ?? {}).map(([key, value]) => [key, decoded(value)]),
  );
  return <Route path={route.path}>{() => <RouteView route={route} params={params} />}</Route>;
};
