import type { ReactNode } from 'react';
import { LinkButton } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import styles from './sign-in.module.css';

interface OutcomePageProps {
  tab: string;
  title: ReactNode;
  about?: ReactNode;
  /** Replaces `about`. */
  message?: ReactNode;
  /** Outcome in one or two sentences. */
  children: ReactNode;
  /** Link to the next step: a page of this site (`to`), or another address. */
  way: { readonly to: string } | { readonly href: string };
  wayLabel: ReactNode;
  /** Makes the link a primary button, because most users take this step next. */
  primary?: boolean;
  /** Text below the card. */
  below?: ReactNode;
  /** Omit when the page replaces a sent form, because then its title takes the focus. */
  arrived?: boolean;
}

/** Page that shows an outcome and one link (SE-11). */
export const OutcomePage = ({
  children,
  way,
  wayLabel,
  primary = true,
  arrived = true,
  ...frame
}: OutcomePageProps) => (
  <Frame key="outcome" arrived={arrived} {...frame}>
    <div className={styles.form}>
      {children}
      <LinkButton {...way} {...(primary && { variant: 'primary' })} size="lg" full>
        {wayLabel}
      </LinkButton>
    </div>
  </Frame>
);
