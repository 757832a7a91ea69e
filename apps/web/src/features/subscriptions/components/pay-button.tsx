import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import { Trans } from '@lingui/react/macro';
import type { OrderButtonSize } from '../../../shared/orders/review-frame.tsx';
import { WaitingForBank } from '../../../shared/payments/waiting-for-bank.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import type { PrimaryAction } from '../model/primary-action.ts';

interface PayButtonProps extends OrderButtonSize {
  /** Null while the amount is unknown. */
  action: PrimaryAction | null;
  disabled: boolean;
  processing: boolean;
  /** The bank asks about the order, or about an earlier one. Nothing is ordered before that has ended. */
  waitsForBank: boolean;
  onPress: () => void;
  /** Another button is the main one: that of the bank, or *Change card* after a decline. */
  isSecond: boolean;
  /**
   * Kind of family, which decides the words: `day trial` and `Confirm Change` for plans, `Day Trial` for tiers, `Confirm
   * Changes` for a metered family (DR-04, IO-02).
   */
  kind: FamilyKind;
}

const ActionLabel = ({ action, kind }: Pick<PayButtonProps, 'action' | 'kind'>) => {
  switch (action?.kind) {
    case 'start-trial':
      return kind === 'tiers' ? (
        <Trans>Start {action.days}-Day Trial</Trans>
      ) : (
        <Trans>Start {action.days}-day trial</Trans>
      );
    case 'pay':
      return (
        <Trans>
          Pay <Money cents={action.cents} />
        </Trans>
      );
    case 'no-card-pays':
      return <Trans>Card payments aren't available in your country</Trans>;
    case 'confirm-change':
      return kind === 'metered' ? <Trans>Confirm Changes</Trans> : <Trans>Confirm Change</Trans>;
    case 'request':
      return <Trans>Send request</Trans>;
    case 'subscribe':
      return <Trans>Subscribe</Trans>;
    default:
      return <Trans>One moment…</Trans>;
  }
};

const BusyLabel = ({ action }: { action: PrimaryAction | null }) => {
  switch (action?.kind) {
    case 'start-trial':
      return <Trans>Starting…</Trans>;
    case 'pay':
      return <Trans>Paying…</Trans>;
    case 'confirm-change':
      return <Trans>Changing…</Trans>;
    case 'request':
      return <Trans>Sending…</Trans>;
    case 'subscribe':
      return <Trans>Subscribing…</Trans>;
    default:
      return null;
  }
};

/** Button of an order, with its amount (DR-04). */
export const PayButton = ({
  action,
  disabled,
  processing,
  waitsForBank,
  onPress,
  isSecond,
  kind,
  ...size
}: PayButtonProps) =>
  !waitsForBank && (action?.kind === 'add-address' || action?.kind === 'add-card') ? (
    <LinkButton variant={isSecond ? 'outline' : 'primary'} {...size} to={action.to}>
      {action.kind === 'add-card' ? <Trans>Add card to continue</Trans> : <Trans>Add address to continue</Trans>}
    </LinkButton>
  ) : (
    <Button
      variant={isSecond ? 'outline' : 'primary'}
      {...size}
      disabled={disabled && !processing && !waitsForBank}
      busy={processing || waitsForBank}
      busyLabel={waitsForBank ? <WaitingForBank /> : <BusyLabel action={action} />}
      onClick={onPress}
    >
      <ActionLabel action={action} kind={kind} />
    </Button>
  );
