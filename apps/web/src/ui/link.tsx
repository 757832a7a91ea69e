import type { AnchorHTMLAttributes } from 'react';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the portal, from `paths.ts`. */
  href: string;
}

/** A link inside the portal. The address after `#` is the route, so the browser itself does the rest (hash-location.ts). */
export const Link = ({ href, children, ...rest }: LinkProps) => (
  <a {...rest} href={`#${href}`}>
    {children}
  </a>
);
