import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { pageLanguage } from '../../../lib/page-language.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { reviewQuery } from '../../../shared/screening/review.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Notice with the codes and promotions that wait for the export review (EX-01). */
export const HeldCodes = () => {
  const isPending = useQuery(meQuery).data?.user.exportPending === true;
  const held = useQuery({ ...reviewQuery, enabled: isPending }).data?.held ?? [];
  if (!isPending || held.length === 0) return null;
  const names = new Intl.ListFormat(pageLanguage()).format(held.map(({ name }) => name));
  return (
    <Notice tone="warn" title={<Trans>Account Pending</Trans>}>
      <p>
        <Trans>We'll keep {names} for you and add it to your account when the review is done.</Trans>
      </p>
    </Notice>
  );
};
