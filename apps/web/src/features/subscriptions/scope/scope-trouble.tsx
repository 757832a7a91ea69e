import { Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';
import type { ScopeTrouble as Trouble } from './use-scope.ts';

interface ScopeTroubleProps {
  trouble: readonly Trouble[];
  retrying: boolean;
  onRetry: () => void;
}

/** SP-07, letter by letter: what of the page did not load, each in its place. */
export const ScopeTrouble = ({ trouble, retrying, onRetry }: ScopeTroubleProps) => {
  const gone = trouble.includes('subscription-gone') || trouble.includes('plans-gone');
  return (
    <>
      {trouble.includes('subscription-gone') && (
        <Notice tone="bad" title={<Trans>There was an error locating this subscription.</Trans>} titleAs="p" />
      )}
      {trouble.includes('subscription') && (
        <Notice tone="bad" title={<Trans>There was an error loading this subscription.</Trans>} titleAs="p" />
      )}
      {gone ? (
        <Empty icon={SearchX} tone="warn" title={<Trans>Invalid Subscription ID</Trans>}>
          <Trans>The link may be old, or belong to another account.</Trans>
        </Empty>
      ) : (
        <Retry title={<Trans>We're having trouble retrieving plans.</Trans>} onRetry={onRetry} busy={retrying}>
          <Trans>Your subscription is safe; only this list didn't load.</Trans>
        </Retry>
      )}
    </>
  );
};
