import { useLingui } from '@lingui/react/macro';
import { CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast-card.module.css';

const SHOWN_MS = 5_000;

interface ToastCardProps {
  id: number;
  text: string;
  /** The same function at every render: a new one would restart the time of this toast. */
  onClose: (id: number) => void;
}

/** One toast; stays while the pointer is on it. Fetched with the first one. */
export const ToastCard = ({ id, text, onClose }: ToastCardProps) => {
  const { t } = useLingui();
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
