import { Trans } from '@lingui/react/macro';
import { Info } from 'lucide';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Warns a customer who already has this plan, for example from a purchase in another tab. A family may allow several. */
export const AdditionalSubscriptionNotice = ({ name }: { name: string }) => (
  <Notice
    tone="warn"
    title={<Trans>You have {name} already</Trans>}
    titleAs="p"
    actions={
      <LinkButton size="sm" to={paths.home}>
        <Trans>See what you have</Trans>
      </LinkButton>
    }
  >
    <p>
      <Trans>This adds another subscription to this plan, billed separately.</Trans>
    </p>
  </Notice>
);

/** Shown in place of the tiers when none is on offer. */
export const NoTiers = () => (
  <Empty icon={Info} title={<Trans>No plan is on offer now</Trans>}>
    <Trans>Check again later, or contact support.</Trans>
  </Empty>
);

/** Says which plans are not listed, because the customer has as many subscriptions to them as allowed. */
export const PlansLeftOut = ({ names }: { names: readonly string[] }) => (
  <Notice tone="info" title={<Trans>Some plans are left out</Trans>}>
    <p>
      <Trans>You've reached the limit for {names.join(', ')}.</Trans>
    </p>
  </Notice>
);
