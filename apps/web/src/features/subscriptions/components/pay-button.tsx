import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import type { PrimaryAction } from '../model/primary-action.ts';

interface PayButtonProps {
  /** Null while the amount is not known. */
  action: PrimaryAction | null;
  disabled: boolean;
  processing: boolean;
  onPress: () => void;
  full?: boolean;
  /** Each document spells the trial its own way: `day trial` for drive, `Day Trial` for scope (reading b2.8). */
  capitals?: boolean;
}

const Label = ({ action, capitals }: Pick<PayButtonProps, 'action' | 'capitals'>) => {
  switch (action?.kind) {
    case 'start-trial':
      return capitals ? <Trans>Start {action.days}-Day Trial</Trans> : <Trans>Start {action.days}-day trial</Trans>;
    case 'pay':
      return (
        <Trans>
          Pay <Money cents={action.cents} />
        </Trans>
      );
    case 'no-card-pays':
      return <Trans>No card can pay from your country</Trans>;
    case 'confirm-change':
      return <Trans>Confirm Change</Trans>;
    case 'subscribe':
      return <Trans>Subscribe</Trans>;
    default:
      return <Trans>One moment…</Trans>;
  }
};

const Working = ({ action }: { action: PrimaryAction | null }) => {
  switch (action?.kind) {
    case 'start-trial':
      return <Trans>Starting…</Trans>;
    case 'pay':
      return <Trans>Paying…</Trans>;
    case 'confirm-change':
      return <Trans>Changing…</Trans>;
    case 'subscribe':
      return <Trans>Subscribing…</Trans>;
    default:
      return null;
  }
};

/** The one button of the review, which says what it costs (DR-04). */
export const PayButton = ({
  action,
  disabled,
  processing,
  onPress,
  full = false,
  capitals = false,
}: PayButtonProps) => (
  <Button
    variant="primary"
    size={full ? 'lg' : 'md'}
    full={full}
    disabled={disabled && !processing}
    busy={processing}
    busyLabel={<Working action={action} />}
    onClick={onPress}
  >
    <Label action={action} capitals={capitals} />
  </Button>
);
