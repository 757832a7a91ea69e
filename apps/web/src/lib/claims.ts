/** The nested tree of an access token (SE-08). */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether a claim is held: its path exists in the nested tree and is not null, so `{}` grants (SE-08). Its parts are
 * separated by colons or dots. Only own members count: JavaScript itself grants no claim named `constructor`.
 */
export const hasClaim = (claims: Claims, path: string): boolean => {
  let node: unknown = claims;
  for (const key of path.split(/[:.]/)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return node !== null && node !== undefined;
};
