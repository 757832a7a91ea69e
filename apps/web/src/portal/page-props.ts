/** What a page is given: the parts of its path. The query is read with wouter's `useSearchParams`. */
export interface PageProps {
  params: Readonly<Record<string, string | undefined>>;
}
