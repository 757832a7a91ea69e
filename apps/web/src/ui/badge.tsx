import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export type BadgeTone = 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'accent' | 'line';

interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconNode | undefined;
  size?: 'md' | 'lg';
  children: ReactNode;
}

/** Status label. Color and icon only help to find it. */
export const Badge = ({ tone = 'plain', icon, size = 'md', children }: BadgeProps) => (
  <span className={cx(styles.badge, tone !== 'plain' && styles[tone], size === 'lg' && styles.lg)}>
    {icon && <Icon of={icon} size={13} strokeWidth={2.2} />}
    {children}
  </span>
);
