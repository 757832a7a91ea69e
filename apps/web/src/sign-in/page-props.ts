/** What each page of this site is told. */
export interface PageProps {
  /** The visitor followed a link of this site, so the title of the page takes the focus. */
  readonly arrived: boolean;
  /** The address typed on another page of this site. It is remembered here and never in an address (threats.md §4). */
  readonly email: string;
  readonly onEmail: (email: string) => void;
}
