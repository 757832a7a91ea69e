import { t } from '@lingui/core/macro';
import { CircleCheck, X } from 'lucide';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast-card.module.css';

const SHOWN_MS = 5_000;

interface ToastCardProps {
  id: number;
  text: string;
  /** Must be the same function at each render, because a new one restarts the timer. */
  onClose: (id: number) => void;
}

/** Toast. It stays while the pointer is over it. Loaded with the first toast. */
export const ToastCard = ({ id, text, onClose }: ToastCardProps) => {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, id, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the toast; everything it offers is the button inside
    <div className={styles.toast} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      <Icon of={CircleCheck} className={styles.tick} />
      {text}
      <button type="button" className={styles.close} onClick={() => onClose(id)} aria-label={t`Close`}>
        <Icon of={X} size={16} />
      </button>
    </div>
  );
};
