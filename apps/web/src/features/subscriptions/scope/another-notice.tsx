import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Of scope there may be several: whoever has this plan, from another tab perhaps, is told before they pay for it again. */
export const AnotherNotice = ({ name }: { name: string }) => (
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
      <Trans>This adds one more subscription to it, with a bill of its own.</Trans>
    </p>
  </Notice>
);
