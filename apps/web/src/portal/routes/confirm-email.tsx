import { Trans } from '@lingui/react/macro';
import { ConfirmEmail } from '../../features/identity/components/confirm-email.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { PageProps } from '../page-props.ts';

/** Page `/cea/{emailToken}`, which confirms a new email address (SC-11). */
export const Page = ({ params }: PageProps) => (
  <>
    <PageHeader
      title={<Trans>Confirm Email Change</Trans>}
      description={
        <Trans>You'll use the new address to sign in, and you'll need to sign in again on every device.</Trans>
      }
    />
    <ConfirmEmail token={params.emailToken ?? ''} />
  </>
);
