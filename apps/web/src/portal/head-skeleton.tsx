import { Trans } from '@lingui/react/macro';
import { cx } from '../ui/cx.ts';
import header from '../ui/page-header.module.css';
import styles from './head-skeleton.module.css';

interface HeadSkeletonProps {
  /** Heading of the page that loads; a placeholder if it is not known yet. */
  heading?: string | false | undefined;
  /** The page has a link above its heading. */
  hasCrumb?: boolean | string | undefined;
}

/**
 * Head of a page whose content is loading, as direct children of `main`. Screen readers hear that it is loading, and the
 * real heading has the focus afterwards; others see the heading at its place, or a placeholder (SH-12).
 */
export const HeadSkeleton = ({ heading, hasCrumb }: HeadSkeletonProps) => (
  <>
    <h1 className="sr">
      <Trans>Loading your account</Trans>
    </h1>
    <p
      className={cx(styles.place, heading ? header.title : styles.placeholder, hasCrumb && styles.below)}
      aria-hidden="true"
    >
      {heading}
    </p>
  </>
);
