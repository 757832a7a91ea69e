import type { AnchorHTMLAttributes } from 'react';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Path of the portal, from `paths.ts`. */
  href: string;
}

/**
 * Link inside the portal. The route is the part after `#`, so the browser needs no click handler (hash-location.ts).
 */
export const Link = ({ href, children, ...rest }: LinkProps) => (
  <a {...rest} href={`#${href}`}>
    {children}
  </a>
);
