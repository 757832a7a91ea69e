import { Trans } from '@lingui/react/macro';
import { Activity } from '../../features/identity/components/activity.tsx';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';

/** Page `/security/activity` with all security events (BY-01). */
export const Page = () => (
  <>
    <PageHeader
      title={<Trans>Security activity</Trans>}
      description={<Trans>Sign-ins and changes of your settings. If something wasn't you, change your password.</Trans>}
      crumb={{ to: paths.security(), label: <Trans>Security</Trans> }}
    />
    <Section>
      <Activity />
    </Section>
  </>
);
