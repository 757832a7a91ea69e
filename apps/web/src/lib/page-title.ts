import { useEffect } from 'react';
import { config } from './config.ts';

/** Title of the browser tab: `Payments · Arcwave Scope Account` (SH-06). */
const pageTitle = (routeTitle: string): string => `${routeTitle} · ${config.brand.name} Account`;

/** Sets the title of the browser tab while the page is shown. */
export const usePageTitle = (routeTitle: string): void => {
  useEffect(() => {
    document.title = pageTitle(routeTitle);
  }, [routeTitle]);
};
