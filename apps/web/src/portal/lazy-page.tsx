import type { ComponentType } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import type { PageProps } from './page-props.ts';
import { loadPageTexts } from './texts.ts';

/**
 * Loads a page or part with its texts, so that no message id is shown before its text. The file exports it as `Page`;
 * one name for all keeps the first chunk small. Each lazy part with separate texts must use this instead of
 * `lazyNamed`.
 */
export const lazyPage = <Props extends object = PageProps>(
  load: () => Promise<{ readonly Page: ComponentType<Props> }>,
  loadTexts: () => Promise<void> = loadPageTexts,
): ComponentType<Props> =>
  lazyNamed(async () => {
    const [{ Page }] = await Promise.all([load(), loadTexts()]);
    return Page;
  });
