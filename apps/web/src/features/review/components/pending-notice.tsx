import { Trans } from '@lingui/react/macro';
import { LinkButton } from '../../../ui/button.tsx';
import { AnswerBy, exportContact } from '../../../ui/export-review.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** While the export review is pending (HO-03, EX-01), with the day of the answer. */
export const PendingNotice = () => {
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
        days; everything else works as usual.
      </Trans>
      <AnswerBy />
    </Notice>
  );
};
