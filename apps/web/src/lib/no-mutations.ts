/**
 * Stands in for the query library's cache of mutations in what is built: the client makes one, and nothing here uses it.
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
