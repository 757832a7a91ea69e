import type { ComponentType, FunctionComponent } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import type { PageProps } from './page-props.ts';

export type LazyPage<Props> = FunctionComponent<Props> & {
  /** Loads the script. Rendering the page loads it too, and shows an error. */
  readonly load: () => Promise<unknown>;
};

/** Loads a page or part on demand. The file exports it as `Page`; one name for all keeps the first chunk small. */
export const lazyPage = <Props extends object = PageProps>(
  load: () => Promise<{ readonly Page: ComponentType<Props> }>,
): LazyPage<Props> =>
  Object.assign(
    lazyNamed(async () => (await load()).Page),
    { load },
  );
