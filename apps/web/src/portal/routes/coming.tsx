import { Trans } from '@lingui/react/macro';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { PageProps } from '../page-props.ts';

/** A page that a later issue builds: its address and its title are there already (SH-01). */
export const ComingPage = ({ title }: PageProps) => (
  <>
    <PageHeader title={title} description={<Trans>This page is being built. It isn't here yet.</Trans>} />
    <LinkButton to={paths.home}>
      <Trans>Back to My Account</Trans>
    </LinkButton>
  </>
);
