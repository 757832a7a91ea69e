import type { ShownFamily } from '@foyer/contract/api/portal-config';

/** Props of a page: path parameters and the title of its route. Pages read the query with `useRouteQuery`. */
export interface PageProps {
  params: Readonly<Record<string, string | undefined>>;
  title: string;
}

/** Props of a page of subscriptions, which belongs to a family of products. */
export interface SubscriptionPageProps extends PageProps {
  family: ShownFamily;
}
