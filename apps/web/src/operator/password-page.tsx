import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PageHead } from './page-head.tsx';
import { PasswordForm } from './password-form.tsx';

/** Page on which an operator changes their own password (OP-01). */
export const PasswordPage = () => (
  <>
    <PageHead
      tab={t`Password`}
      title={<Trans>Your password</Trans>}
      about={<Trans>A new one signs you out on all other devices.</Trans>}
    />
    <PasswordForm />
  </>
);
