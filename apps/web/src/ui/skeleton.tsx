import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}

/** One bone of a waiting page. It has the size of what comes, so that nothing jumps (SH-12). */
export const Skeleton = ({ width = '100%', height = 20, radius }: SkeletonProps) => (
  <span
    className={styles.bone}
    style={{ width, height, ...(radius !== undefined && { borderRadius: radius }) }}
    aria-hidden="true"
  />
);
