import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './frame.module.css';

/** Mark and name in the top bar, as a link to Home. */
export const Brand = () => (
  <Link href={paths.home} className={styles.brand}>
    <span className="mark" aria-hidden="true">
      <BrandMark />
    </span>
    <span>
      {config.brand.vendor} <span className={styles.product}>{config.brand.product}</span>
    </span>
  </Link>
);
