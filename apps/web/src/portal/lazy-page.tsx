import type { ComponentType } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import type { PageProps } from './page-props.ts';

export type LazyPage<Props> = ComponentType<Props> & {
  /** Loads the script before the page is opened. */
  readonly preload: () => void;
};

/** Loads a page or part on demand. The file exports it as `Page`; one name for all keeps the first chunk small. */
export const lazyPage = <Props extends object = PageProps>(
  load: () => Promise<{ readonly Page: ComponentType<Props> }>,
): LazyPage<Props> =>
  Object.assign(
    lazyNamed(async () => (await load()).Page),
    { preload: () => void load().catch(() => undefined) }, // opening the page loads it again and shows the error
  );
