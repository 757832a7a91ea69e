import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Notice } from '../../../ui/notice.tsx';

/** Notice of a successful extension (MA-03), shown until the install page opens. */
export const ExtendedNotice = () => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <Notice ref={ref} alert tone="ok" title={<Trans>Purchase successful. Redirecting...</Trans>} titleAs="p" />;
};
