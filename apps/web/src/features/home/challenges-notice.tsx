import type { OpenChallenge } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Notice about open bank challenges, with a link to the page where the customer confirms (PM-09). */
export const ChallengesNotice = ({ open }: { open: readonly OpenChallenge[] }) => (
  <Notice
    tone="warn"
    title={<Trans>Your bank wants you to confirm</Trans>}
    actions={
      <LinkButton size="sm" to={paths.payments()}>
        <Trans>Confirm with your bank</Trans>
      </LinkButton>
    }
  >
    {open.map(({ attemptId, kind, description, amountCents }) => (
      <p key={attemptId}>
        {kind === 'card' ? (
          <Trans>Your new card isn't saved until you confirm.</Trans>
        ) : (
          <Trans>
            {description}: <Money cents={amountCents} />. You won't be charged until you confirm.
          </Trans>
        )}
      </p>
    ))}
  </Notice>
);
