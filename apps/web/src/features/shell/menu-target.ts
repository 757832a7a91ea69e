/** Where a menu item leads: inside the portal or to an address of the brand. */
type Target = { readonly to: string } | { readonly href: string };

/** An address of the brand, if it has one for this. */
export const externalTarget = (href: string | null): Target | null => (href ? { href } : null);

/** The items that lead somewhere. */
export const withTargets = <Key extends string>(list: readonly (readonly [Key, Target | null])[]) =>
  list.flatMap(([key, target]) => (target ? [{ key, target }] : []));
