import { Trans } from '@lingui/react/macro';
import { ExportContactLink, ReviewDeadline } from './export-review.tsx';

/** Says that a code waits for the export review, or would wait if it were redeemed now (EX-01). */
export const CodeInReview = ({ held }: { held: boolean }) => (
  <>
    {held ? (
      <Trans>
        U.S. government regulation requires a review. It takes up to two U.S. business days. We keep the code for you
        and redeem it when the review is done.
      </Trans>
    ) : (
      <Trans>
        U.S. government regulation requires a review. It takes up to two U.S. business days. If you redeem the code now,
        we keep it for you until then.
      </Trans>
    )}{' '}
    {held && <ReviewDeadline />}{' '}
    <ExportContactLink>
      <Trans>Contact support</Trans>
    </ExportContactLink>
  </>
);
