/**
 * Replaces the mutation cache of the query library in the build, because the client creates one and the portal uses
 * `useAction` instead.
 * @see useAction
 */
export class MutationCache {
  resumePausedMutations = () => Promise.resolve();
  clear = () => undefined;
  findAll = () => [];
  build = () => {
    throw new Error('mutations are left out of the build: useAction');
  };
}
