import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../../lib/config.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { ExportContactButton, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { reviewQuery } from '../../../shared/screening/review.ts';
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
  return (
    <Notice tone="warn" title={<Trans>Account Pending</Trans>} actions={<ExportContactButton />}>
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

/** Notice after the export review was denied (EX-01): downloads stay blocked, and the contact. */
export const DeniedNotice = () => (
  <Notice tone="bad" title={<Trans>Software downloads are blocked</Trans>} actions={<ExportContactButton />}>
    <Trans>Your account didn't pass the required U.S. export review.</Trans>
  </Notice>
);
