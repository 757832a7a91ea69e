import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Warns a customer who already has this plan, for example from a purchase in another tab. Scope allows several. */
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
