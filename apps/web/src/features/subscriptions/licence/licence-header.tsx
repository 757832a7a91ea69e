import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/**
 * Title of a perpetual licence. Rendered outside the page, so that it does not move when the page loads (MA-01, SH-12).
 */
export const LicenceHeader = ({ subscription }: { subscription: Subscription }) => (
  <PageHeader
    title={subscription.plan.displayName}
    description={<Trans>Perpetual license</Trans>}
    crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
  />
);
