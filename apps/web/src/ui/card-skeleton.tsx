import styles from './card-skeleton.module.css';

/** A card that waits: its surface, with lines on it, as high as what comes (SH-12). */
export const CardSkeleton = ({ height }: { height: number }) => (
  <span className={styles.card} style={{ height }} aria-hidden="true" />
);
