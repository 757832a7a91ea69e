import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../../lib/config.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { exportContact, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { reviewQuery } from '../../../shared/screening/review.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/**
 * Notice about the pending export review (HO-03, EX-01): the day of the answer, and the codes and promotions held until
 * then.
 */
export const PendingNotice = () => {
  const held = useQuery(reviewQuery).data?.held ?? [];
  const names = new Intl.ListFormat(pageLanguage()).format(held.map(({ name }) => name));
  const screened = new Intl.ListFormat(pageLanguage(), { type: 'disjunction' }).format(
    config.families.filter(({ exportControl }) => exportControl).map(({ name }) => name),
  );
  const email = exportContact();
  const contact = email && (
    <LinkButton size="sm" href={`mailto:${email}`}>
      <Trans>Contact support</Trans>
    </LinkButton>
  );
  return (
    <Notice tone="warn" title={<Trans>Account Pending</Trans>} actions={contact}>
      <Trans>
        U.S. regulation requires a review of your account before you download software. It takes up to two U.S. business
        days. Until then no {screened} plan can be ordered; everything else works as usual.
      </Trans>
      {names && (
        <p>
          <Trans>We'll keep {names} for you and add it to your account when the review is done.</Trans>
        </p>
      )}
      <ReviewDeadline />
    </Notice>
  );
};
