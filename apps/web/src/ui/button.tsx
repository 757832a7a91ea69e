import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Link } from './link.tsx';

interface ButtonLook {
  variant?: 'primary' | 'outline' | 'quiet' | 'danger' | 'danger-line';
  size?: 'sm' | 'md' | 'lg';
  full?: boolean;
}

const variants = {
  primary: styles.primary,
  outline: undefined,
  quiet: styles.quiet,
  danger: styles.danger,
  'danger-line': styles.dangerLine,
};
const sizes = { sm: styles.sm, md: undefined, lg: styles.lg };

/** Class names of a button, for an element that only looks like one. */
export const buttonClassName = ({ variant = 'outline', size = 'md', full = false }: ButtonLook, className?: string) =>
  cx(styles.button, variants[variant], sizes[size], full && styles.full, className);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows `busyLabel`, keeps width and focus, and ignores clicks. */
  busy?: boolean;
  busyLabel?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * Button. Its label states the amount if it charges one. While busy it stays focusable, so that keyboard users keep
 * their place. In a row the main button is the last (`docs/voice.md`).
 */
export const Button = ({
  variant,
  size,
  full,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  'aria-disabled': notYet,
  ...rest
}: ButtonProps) => {
  const onButtonClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={onButtonClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || notYet || undefined}
      className={buttonClassName(
        { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) },
        className,
      )}
    >
      <span className={styles.labels}>
        <span className={styles.label} aria-hidden={busy || undefined}>
          {children}
        </span>
        {busyLabel !== undefined && (
          <span className={styles.label} aria-hidden={!busy || undefined}>
            <span className={styles.spinner} />
            {busyLabel}
          </span>
        )}
      </span>
    </button>
  );
};

interface LinkButtonProps extends ButtonLook {
  /** Path of the portal. */
  to?: string;
  /** Address outside the portal: mail, another site, or a page of the server. */
  href?: string;
  children: ReactNode;
  className?: string;
  target?: '_blank';
  onClick?: () => void;
  'aria-label'?: string;
}

/** Link that looks like a button. */
export const LinkButton = ({
  to,
  href,
  variant,
  size,
  full,
  children,
  className,
  target,
  ...rest
}: LinkButtonProps) => {
  const classNames = buttonClassName(
    { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) },
    className,
  );
  const label = <span className={styles.label}>{children}</span>;
  return to !== undefined ? (
    <Link href={to} className={classNames} {...rest}>
      {label}
    </Link>
  ) : (
    <a href={href} className={classNames} {...(target && { target, rel: 'noreferrer' })} {...rest}>
      {label}
    </a>
  );
};
