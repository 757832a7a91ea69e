import { t } from '@lingui/core/macro';
import { useEffect } from 'react';

/** Sets the title of the browser tab of the operator site. */
export const useTabTitle = (title: string): void => {
  const site = t`Foyer Operator`;
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
};
