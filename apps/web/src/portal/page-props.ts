/**
 * What a page is given: the parts of its path and the title of its route. The query is read with
 * `useRouteQuery`.
 */
export interface PageProps {
  params: Readonly<Record<string, string | undefined>>;
  title: string;
}
