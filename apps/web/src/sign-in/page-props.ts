/** Props of all pages of the authentication site. */
export interface PageProps {
  /** The visitor followed a link of this site, so the title of the page takes the focus. */
  readonly arrived: boolean;
  /** E-mail address typed on another page of this site. It is kept in memory and never in an address of a page. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
}
