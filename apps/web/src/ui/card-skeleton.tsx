import styles from './card-skeleton.module.css';

/** Placeholder of a card with the height of its content (SH-12). */
export const CardSkeleton = ({ height }: { height: number }) => (
  <span className={styles.card} style={{ height }} aria-hidden="true" />
);
