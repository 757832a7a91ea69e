import { Trans } from '@lingui/react/macro';
import { exportContact } from '../../../shared/screening/export-review.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Notice after the export review was denied (EX-01): downloads stay blocked, and the contact. */
export const DeniedNotice = () => {
  const email = exportContact();
  const contact = email && (
    <LinkButton size="sm" href={`mailto:${email}`}>
      <Trans>Contact support</Trans>
    </LinkButton>
  );
  return (
    <Notice tone="bad" title={<Trans>Software downloads are blocked</Trans>} actions={contact}>
      <Trans>Your account didn't pass the required U.S. export review.</Trans>
    </Notice>
  );
};
