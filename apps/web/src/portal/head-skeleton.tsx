import { Trans } from '@lingui/react/macro';
import styles from './head-skeleton.module.css';

/**
 * Head of a page whose content is loading, as a direct child of `main`. Screen readers hear that it is loading, and the
 * real title has the focus afterwards; others see a placeholder (SH-12).
 */
export const HeadSkeleton = () => (
  <>
    <h1 className="sr">
      <Trans>Loading your account</Trans>
    </h1>
    <span className={styles.placeholder} />
  </>
);
