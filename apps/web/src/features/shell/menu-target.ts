/** Target of a menu item: a path of the portal or an address of the brand. */
type Target = { readonly to: string } | { readonly href: string };

/** Returns the target for an address of the brand; null without one. */
export const externalTarget = (href: string | null): Target | null => (href ? { href } : null);

/** Returns the items that have a target. */
export const withTargets = <Key extends string>(list: readonly (readonly [Key, Target | null])[]) =>
  list.flatMap(([key, target]) => (target ? [{ key, target }] : []));
