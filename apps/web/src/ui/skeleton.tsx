import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}

/** Placeholder block with the size of the content that it replaces, so that nothing moves (SH-12). */
export const Skeleton = ({ width = '100%', height = 20, radius }: SkeletonProps) => (
  <span
    className={`${styles.placeholder} ${styles.aboveFoot}`}
    style={{ width, height, ...(radius !== undefined && { borderRadius: radius }) }}
    aria-hidden="true"
  />
);

/** Height of a card of closed questions (`Answers`) in CSS pixels: 45 for each question with its line. */
export const answersPx = (questions: number): number => questions * 45 + 1;
