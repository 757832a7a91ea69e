import styles from './user-menu.module.css';

/** Where the user menu will stand. Sizes are classes: the policy refuses `style` attributes in the static shell. */
export const UserSkeleton = () => (
  <span className={styles.user} aria-hidden="true">
    <span className={styles.discBone} />
    <span className={styles.name}>
      <span className={styles.nameBone} />
    </span>
  </span>
);
