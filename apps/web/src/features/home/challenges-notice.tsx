import type { OpenChallenge } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Page that shows the challenge: its receipt, if there is no other challenge, else Payments. */
const pageOf = ([first, ...others]: readonly OpenChallenge[]): string =>
  first?.kind === 'receipt' && first.receiptId && others.length === 0
    ? paths.receipt(first.receiptId)
    : paths.payments();

/** Notice about open bank challenges, with a link to the page where the customer confirms (PM-09). */
export const ChallengesNotice = ({ open }: { open: readonly OpenChallenge[] }) => (
  <Notice
    tone="warn"
    title={<Trans>Your bank wants you to confirm</Trans>}
    actions={
      <LinkButton size="sm" to={pageOf(open)}>
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
