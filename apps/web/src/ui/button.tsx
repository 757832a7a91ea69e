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
  /** At work: says `busyLabel`, keeps width and focus, and a second press does nothing. */
  busy?: boolean;
  busyLabel?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Button. One that costs money says the amount. While busy it stays focusable, so that a keyboard user keeps the place. */
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
  /** A path of the portal. */
  to?: string;
  /** Anything outside the portal: mail, another site, a page of the server. */
  href?: string;
  children: ReactNode;
  className?: string;
  target?: '_blank';
  onClick?: () => void;
  'aria-label'?: string;
}

/** Looks like a button and is a link, because it leads somewhere. */
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
