import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './summary.module.css';

interface SummaryLineProps {
  label: ReactNode;
  /** The reason in small print: days, rate, place. */
  reason?: ReactNode;
  children: ReactNode;
  /** A credit: green, with a true minus. */
  minus?: boolean;
  /** A rule above: another kind of figure begins. */
  rule?: boolean;
  /** The figure all others lead to. */
  due?: boolean;
}

/** Lines of a bill. Each line gives its reason. */
export const SummaryLines = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>;

/** One figure and its reason. */
export const SummaryLine = ({ label, reason, children, minus, rule, due }: SummaryLineProps) => (
  <div className={cx(styles.line, minus && styles.minus, rule && styles.rule, due && styles.due)}>
    <dt>
      {label}
      {reason && <small>{reason}</small>}
    </dt>
    <dd>{children}</dd>
  </div>
);

interface SummaryPanelProps {
  title: ReactNode;
  children: ReactNode;
  pay?: ReactNode;
  then?: ReactNode;
  /** A new quote is on its way: old figures stay, faint, so that nothing jumps. */
  stale?: boolean;
}

/** The panel beside the main column: figures, the one button, and what happens when. */
export const SummaryPanel = ({ title, children, pay, then, stale = false }: SummaryPanelProps) => (
  <Card as="section" className={styles.panel}>
    <div className={cx(styles.body, stale && styles.stale)} aria-busy={stale || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
    {pay && <div className={styles.pay}>{pay}</div>}
    {then && <ul className={styles.then}>{then}</ul>}
  </Card>
);

/** `Today your storage grows to 1 TB.` */
export const ThenLine = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li>
    <Icon of={icon} size={16} />
    <div>{children}</div>
  </li>
);
