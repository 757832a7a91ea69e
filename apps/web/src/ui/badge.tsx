import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon } from './icon.tsx';

export type BadgeTone = 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'accent';

interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconNode | undefined;
  size?: 'md' | 'lg';
  children: ReactNode;
}

/** Status label. Color and icon only help to find it. */
export const Badge = ({ tone = 'plain', icon, size = 'md', children }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone} data-size={size}>
    {icon && <Icon of={icon} size={13} strokeWidth={2.2} />}
    {children}
  </span>
);
