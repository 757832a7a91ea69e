import { type ComponentType, lazy } from 'react';
import type { PageProps } from './route-table.tsx';
import { loadPageTexts } from './texts.ts';

/** A page outside the first chunk, with the texts of all such pages: they come together, so no id is ever on the screen. */
export const lazyPage = (load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> =>
  lazy(async () => {
    const [Page] = await Promise.all([load(), loadPageTexts()]);
    return { default: Page };
  });
