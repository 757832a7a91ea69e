import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import styles from './empty.module.css';
import { Icon } from './icon.tsx';

interface EmptyProps {
  icon: IconNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'plain' | 'warn';
  alert?: boolean;
}

/** Empty state of a block: a title, an explanation and one action. */
export const Empty = ({ icon, title, children, action, tone = 'plain', alert }: EmptyProps) => (
  <Card className={styles.empty} role={alert ? 'alert' : undefined}>
    <span className={cx(styles.icon, tone === 'warn' && styles.warn)}>
      <Icon of={icon} size={20} />
    </span>
    <p className={styles.title}>{title}</p>
    {children && <p>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </Card>
);
