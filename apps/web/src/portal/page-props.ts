/** Props of a page: path parameters and the title of its route. Pages read the query with `useRouteQuery`. */
export interface PageProps {
  params: Readonly<Record<string, string | undefined>>;
  title: string;
}
