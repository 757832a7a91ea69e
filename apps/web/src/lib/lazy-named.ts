import { type ComponentType, type FunctionComponent, lazy } from 'react';

/** Thrown when the script of a lazy component did not arrive. React and some browsers cache the failure, so only a reload fetches it again. */
export class ChunkLoadError extends Error {}

/** `React.lazy` for a component that is a named export. */
export const lazyNamed = <Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> =>
  lazy(async () => {
    const part = await load().catch((cause) => {
      throw new ChunkLoadError('lazy part: script did not arrive', { cause });
    });
    return { default: part };
  });
