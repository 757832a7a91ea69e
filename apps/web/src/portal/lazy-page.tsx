import type { ComponentType } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import type { PageProps } from './page-props.ts';

/** Loads a page or part on demand. The file exports it as `Page`; one name for all keeps the first chunk small. */
export const lazyPage = <Props extends object = PageProps>(
  load: () => Promise<{ readonly Page: ComponentType<Props> }>,
): ComponentType<Props> => lazyNamed(async () => (await load()).Page);
