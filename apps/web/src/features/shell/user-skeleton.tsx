import styles from './user-menu.module.css';

/**
 * Placeholder of the user menu. Its sizes are classes, because the policy refuses `style` attributes in the static
 * shell.
 */
export const UserSkeleton = () => (
  <span className={styles.user} aria-hidden="true">
    <span className={styles.discPlaceholder} />
    <span className={styles.name}>
      <span className={styles.namePlaceholder} />
    </span>
  </span>
);
