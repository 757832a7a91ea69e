import type { ReceiptStatus as Status } from '@foyer/contract/vocabulary/subscription-status';
import { Trans } from '@lingui/react/macro';
import { Check, CircleAlert, Clock, type IconNode } from 'lucide';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './receipt-status.module.css';

const badges: Record<Status, { tone: BadgeTone; icon?: IconNode }> = {
  Paid: { tone: 'ok', icon: Check },
  'Payment Failed': { tone: 'bad', icon: CircleAlert },
  Unpaid: { tone: 'bad', icon: CircleAlert },
  'No Payment Necessary': { tone: 'plain' },
  Processing: { tone: 'info', icon: Clock },
  Refunded: { tone: 'plain' },
  'Partially refunded': { tone: 'plain' },
};

const StatusText = ({ status }: { status: Status }) => {
  switch (status) {
    case 'Paid':
      return <Trans>Paid</Trans>;
    case 'Payment Failed':
      return <Trans>Payment Failed</Trans>;
    case 'Unpaid':
      return <Trans>Unpaid · overdue</Trans>;
    case 'No Payment Necessary':
      return <Trans>No Payment Necessary</Trans>;
    case 'Processing':
      return <Trans>Processing</Trans>;
    case 'Refunded':
      return <Trans>Refunded</Trans>;
    case 'Partially refunded':
      return <Trans>Partially refunded</Trans>;
  }
};

interface ReceiptStatusProps {
  status: Status;
  /** Shows Paid as plain text, for lists in which only exceptions have a color. */
  quietPaid?: boolean;
  size?: 'md' | 'lg';
}

/** Label of a receipt's status (PY-05). */
export const ReceiptStatus = ({ status, quietPaid = false, size = 'md' }: ReceiptStatusProps) =>
  quietPaid && status === 'Paid' ? (
    <span className={styles.quiet}>
      <Icon of={Check} size={16} />
      <StatusText status={status} />
    </span>
  ) : (
    <Badge tone={badges[status].tone} icon={badges[status].icon} size={size}>
      <StatusText status={status} />
    </Badge>
  );
