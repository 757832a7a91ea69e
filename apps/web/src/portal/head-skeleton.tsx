import { Trans } from '@lingui/react/macro';
import styles from './head-skeleton.module.css';

/**
 * The head of a page whose part is on its way, as a direct child of `main`: for who cannot see that it is loaded (its own
 * title has the focus once it is there), a bone for who can (SH-12, language.md §1).
 */
export const HeadSkeleton = () => (
  <>
    <h1 className="sr">
      <Trans>Loading your account</Trans>
    </h1>
    <span className={styles.bone} />
  </>
);
