import type { ReactNode } from 'react';
import { LinkButton } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import styles from './sign-in.module.css';

interface OutcomePageProps {
  tab: string;
  title: ReactNode;
  about?: ReactNode;
  /** How it ended, in a sentence or two. */
  children: ReactNode;
  /** The way on: a page of this site (`to`), or one outside it. */
  way: { readonly to: string } | { readonly href: string };
  wayLabel: ReactNode;
  /** Makes the link a primary button, because most users take this step next. */
  primary?: boolean;
  /** Left out where it takes the place of a form that was sent: then its title has the focus. */
  arrived?: boolean;
}

/** A page that says how something ended, and leads on (SE-11). */
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
