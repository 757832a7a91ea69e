import { type ComponentType, lazy } from 'react';
import type { PageProps } from './page-props.ts';
import { loadPageTexts } from './texts.ts';

/**
 * A part outside the first chunk, with the texts of all such parts: they come together, so that no bare id is ever on
 * the screen. Whatever is loaded late goes through here, never through React's `lazy` alone.
 */
export const lazyPage = (load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> =>
  lazy(async () => {
    const [Page] = await Promise.all([load(), loadPageTexts()]);
    return { default: Page };
  });
