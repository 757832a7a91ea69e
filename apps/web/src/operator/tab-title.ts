import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';

/** Names the browser tab while a page of the operator site is shown. */
export const useTabTitle = (title: string): void => {
  const { t } = useLingui();
  const site = t`Foyer Operator`;
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
};
