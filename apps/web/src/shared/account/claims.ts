/** Claims of an access token as a nested tree (SE-08). */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns whether a claim is granted: its path exists in the tree and is not null, so `{}` grants (SE-08). Parts are
 * separated by colons or dots. Only own properties count, so that `constructor` is no claim.
 */
export const hasClaim = (claims: Claims, path: string): boolean => {
  let node: unknown = claims;
  for (const key of path.split(/[:.]/)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return node !== null && node !== undefined;
};
