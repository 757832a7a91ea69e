import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import styles from '../operator-site.module.css';

interface ViewFormProps {
  accountId: string;
  name: string;
  onClose: () => void;
}

/**
 * Opens the pages of a customer read-only in another tab (OP-02, decision 35). The token is behind the `#`, so no
 * server receives it, and the page removes it from the address at once.
 */
export const ViewForm = ({ accountId, name, onClose }: ViewFormProps) => {
  const [address, setAddress] = useState<string | null>(null);
  if (address)
    return (
      <Notice
        tone="ok"
        titleAs="p"
        title={t`The read-only view of ${name} is ready for 15 minutes.`} // `Trans` would read tags in a name
        actions={
          <a className={styles.open} href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            <Trans>Open their pages in a new tab</Trans>
          </a>
        }
      />
    );
  return (
    <ActionForm
      title={t`See what ${name} sees`}
      consequence={
        <Trans>
          You see their pages for 15 minutes and can change nothing. The customer sees in their activity that support
          looked.
        </Trans>
      }
      verb={<Trans>Begin the view</Trans>}
      busyVerb={<Trans>Beginning…</Trans>}
      act={async (reason, idempotencyKey) => {
        const { token, portal } = await callOperatorApi(
          'POST /api/operator/customers/:accountId/view',
          { params: { accountId }, body: { reason } },
          { idempotencyKey },
        );
        setAddress(`${portal}/view/#view=${token}`);
        return null;
      }}
      keepsOpen
      onClose={onClose}
    />
  );
};
