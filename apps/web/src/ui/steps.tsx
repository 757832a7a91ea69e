import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './steps.module.css';

interface Step {
  label: ReactNode;
  /** Link to a finished step; omit if it cannot be reopened. */
  to?: string;
  /** React key of a step without a path. */
  key?: string;
}

const Done = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className={cx(styles.step, styles.done)}>{children}</span>
  ) : (
    <Link href={to} className={cx(styles.step, styles.done)}>
      {children}
    </Link>
  );

/** Numbered steps with labels. Finished steps are links. `current` counts from 1. */
export const Steps = ({ steps, current }: { steps: readonly Step[]; current: number }) => {
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map((step, index) => {
        const number = index + 1;
        return (
          <li key={step.key ?? step.to} aria-current={number === current ? 'step' : undefined}>
            {number < current ? (
              <Done to={step.to}>
                <span className={styles.dot}>
                  <Icon of={Check} size={13} strokeWidth={3} />
                </span>
                <span className="sr">{number}. </span>
                <span className={styles.word}>{step.label}</span>
                <span className="sr">
                  {' '}
                  <Trans>(done)</Trans>
                </span>
              </Done>
            ) : (
              <span className={cx(styles.step, number === current && styles.current)}>
                <span className={styles.dot} aria-hidden="true">
                  {number}
                </span>
                <span className="sr">{number}. </span>
                <span className={styles.word}>{step.label}</span>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
};
