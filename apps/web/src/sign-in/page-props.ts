/** Props of all pages of the sign-in site. */
export interface PageProps {
  /** The user followed a link within this site, so the title of the page takes the focus. */
  readonly arrived: boolean;
  /** Email address typed on another page of this site. It is only in memory and never in a URL. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
}
