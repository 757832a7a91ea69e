/** Permissions of a user as a nested tree: `usr:info:delete` is the branch usr, then info, then delete (SE-08). */
export type ClaimTree = Readonly<Record<string, unknown>>;

/** Builds the tree that grants each of the paths, such as `drive` or `usr:info:update`. */
export const claimTree = (paths: readonly string[]): ClaimTree => {
  const tree: Record<string, unknown> = {};
  for (const path of paths) {
    let branch = tree;
    for (const step of path.split(':')) {
      branch[step] ??= {};
      branch = branch[step] as Record<string, unknown>;
    }
  }
  return tree;
};

/** Tells whether the path exists and is not null, so an empty branch grants too (SE-08). */
export const hasClaim = (claims: ClaimTree, path: string): boolean => {
  let branch: unknown = claims;
  for (const step of path.split(':')) {
    if (typeof branch !== 'object' || branch === null || !Object.hasOwn(branch, step)) return false;
    branch = (branch as ClaimTree)[step];
  }
  return branch !== null && branch !== undefined;
};
