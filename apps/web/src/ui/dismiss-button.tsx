import { t } from '@lingui/core/macro';
import { X } from 'lucide';
import { Button } from './button.tsx';
import styles from './dismiss-button.module.css';
import { Icon } from './icon.tsx';

/** Button that closes a notice, in its upper right corner at every width. It is the last of the notice's `actions`. */
export const DismissButton = ({ onClick }: { onClick: () => void }) => (
  <span className={styles.corner}>
    <Button size="sm" variant="quiet" aria-label={t`Dismiss`} onClick={onClick}>
      <Icon of={X} size={16} />
    </Button>
  </span>
);
