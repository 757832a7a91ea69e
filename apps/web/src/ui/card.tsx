import type { HTMLAttributes } from 'react';
import styles from './card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'ul' | 'li';
  pad?: boolean;
  /** Cuts what it holds at the rounded corners: tables, rows with their own background. */
  clip?: boolean;
}

/** The one surface things stand on: hairline first, a breath of shadow second. */
export const Card = ({ as: Tag = 'div', pad, clip, className, ...rest }: CardProps) => (
  <Tag {...rest} className={cx(styles.card, pad && styles.pad, clip && styles.clip, className)} />
);
