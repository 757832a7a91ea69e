import type { ComponentType } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import type { PageProps } from './page-props.ts';
import { loadPageTexts } from './texts.ts';

/**
 * A part outside the first chunk, with the texts of all such parts (or its own): they come together, so that no bare id
 * is ever on the screen. Its file exports it as `Page`: one name for all costs the first chunk least. Whatever has texts of its own and is loaded late goes through here, never through
 * `later` alone.
 */
export const lazyPage = <Props extends object = PageProps>(
  load: () => Promise<{ readonly Page: ComponentType<Props> }>,
  loadTexts: () => Promise<void> = loadPageTexts,
): ComponentType<Props> =>
  lazyNamed(async () => {
    const [{ Page }] = await Promise.all([load(), loadTexts()]);
    return Page;
  });
