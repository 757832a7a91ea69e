import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';

/**
 * Account credit, or a small amount that was carried over, with the date it is used (PY-06). Credit is not shown as a
 * negative amount.
 */
export const BalanceLine = ({ balanceCents }: Pick<AccountView, 'balanceCents'>) => {
  if (balanceCents === 0) return null;
  return balanceCents < 0 ? (
    <SummaryLine label={<Trans>Account credit</Trans>} reason={<Trans>It is used for your next payment.</Trans>} rule>
      <Money cents={-balanceCents} />
    </SummaryLine>
  ) : (
    <SummaryLine
      label={<Trans>Amount owed</Trans>}
      reason={<Trans>A small amount, charged with your next payment.</Trans>}
      rule
    >
      <Money cents={balanceCents} />
    </SummaryLine>
  );
};
