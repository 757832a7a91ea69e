import { Trans } from '@lingui/react/macro';
import { CloseAccount } from '../../features/closing/components/close-account.tsx';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';

/**
 * Page `/security/close`, in the drive brand only (SC-10). After closing it redirects to the sign-out with the reason
 * (SE-09).
 */
export const Page = () => (
  <>
    <PageHeader
      title={<Trans>Close account</Trans>}
      description={<Trans>What ends, what stays, and what you may want instead.</Trans>}
      crumb={{ to: paths.security(), label: <Trans>Security</Trans> }}
    />
    <Section>
      <CloseAccount onClosed={() => navigate(paths.signOut({ reason: 'closed' }), { replace: true })} />
    </Section>
  </>
);
