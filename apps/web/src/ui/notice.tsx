import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, plain: Info } as const;

interface NoticeProps {
  tone?: keyof typeof icons;
  icon?: IconNode | undefined;
  title: ReactNode;
  /** A heading by default. A message that just appeared uses `p`, because it is not part of the outline. */
  titleAs?: 'h2' | 'h3' | 'p';
  children?: ReactNode;
  actions?: ReactNode;
  /** Set for a notice that follows an action of the user: screen readers read it at once. */
  alert?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** Notice: what happened, its effect on money or access, and the next step. */
export const Notice = ({
  tone = 'info',
  icon,
  title,
  titleAs: Title = 'h2',
  children,
  actions,
  alert,
  ref,
}: NoticeProps) => (
  <div
    ref={ref}
    tabIndex={ref ? -1 : undefined}
    role={alert ? 'alert' : undefined}
    className={cx(styles.notice, styles[tone])}
  >
    <Icon of={icon ?? icons[tone]} className={styles.icon} />
    <div className={styles.text}>
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.body}>{children}</div>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);
