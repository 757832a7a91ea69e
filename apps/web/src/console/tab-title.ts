import { useEffect } from 'react';

/** Names the browser tab while a page of the console is shown. */
export const useTabTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Foyer Console`;
  }, [title]);
};
