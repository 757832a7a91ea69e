import type { IconNode } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './summary.module.css';

interface SummaryLineProps {
  label: ReactNode;
  /** Explanation in small print: days, rate, place. */
  reason?: ReactNode;
  children: ReactNode;
  /** Credit: green, with a true minus sign. */
  minus?: boolean;
  /** Adds a rule above, because another kind of amount begins. */
  rule?: boolean;
  /** Final amount. */
  due?: boolean;
  /** Words instead of an amount, such as an address. */
  words?: boolean;
}

/** Lines of an invoice with their explanations. */
export const SummaryLines = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>;

/** One amount with its explanation. */
export const SummaryLine = ({ label, reason, children, minus, rule, due, words }: SummaryLineProps) => (
  <div
    className={cx(styles.line, minus && styles.minus, rule && styles.rule, due && styles.due, words && styles.words)}
  >
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
  /** A new quote is loading. The old amounts stay, faint, so that nothing moves. */
  stale?: boolean;
  /** Place of the amounts, to move the focus there. */
  amountsRef?: Ref<HTMLDivElement> | undefined;
}

/** Panel beside the main column: amounts, the button, and the dates after the order. */
export const SummaryPanel = ({ title, children, pay, then, stale = false, amountsRef }: SummaryPanelProps) => (
  <Card as="section" className={styles.panel}>
    <div
      ref={amountsRef}
      tabIndex={amountsRef ? -1 : undefined}
      className={cx(styles.body, stale && styles.stale)}
      aria-busy={stale || undefined}
    >
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
    {pay && <div className={styles.pay}>{pay}</div>}
    {then && <ul className={styles.then}>{then}</ul>}
  </Card>
);

/** Line about the time after the order: `Today your storage grows to 1 TB.` */
export const ThenLine = ({ icon, children }: { icon: IconNode; children: ReactNode }) => (
  <li>
    <Icon of={icon} size={16} />
    <div>{children}</div>
  </li>
);
