import type { HTMLAttributes } from 'react';
import styles from './card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'ul' | 'li';
  pad?: boolean;
  /** Clips the content at the rounded corners, for tables and rows with a background. */
  clip?: boolean;
}

/** Surface with border and light shadow. All blocks of a page are on one. */
export const Card = ({ as: Tag = 'div', pad, clip, className, ...rest }: CardProps) => (
  <Tag {...rest} className={cx(styles.card, pad && styles.pad, clip && styles.clip, className)} />
);
