import { Trans } from '@lingui/react/macro';
import { ConfirmEmail } from '../../features/security/components/confirm-email.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { PageProps } from '../page-props.ts';

/** Page `/cea/{emailToken}`, which confirms a new email address (SC-11). */
export const Page = ({ params }: PageProps) => (
  <>
    <PageHeader
      title={<Trans context="heading">Confirm Email Change</Trans>}
      description={<Trans>From then on you sign in with the new address, everywhere again.</Trans>}
    />
    <ConfirmEmail token={params.emailToken ?? ''} />
  </>
);
