import { useLingui } from '@lingui/react/macro';
import { CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;

interface Toast {
  key: number;
  text: string;
}

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Says what is already visible elsewhere; a result about money is never only here (language.md §7). */
export const useToast = () => use(ToastContext);

let nextKey = 0;

/** Holds the toasts above all pages, so that one that announces a finished payment survives the way home. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string) => {
    nextKey += 1;
    const toast = { key: nextKey, text };
    setToasts((now) => [...now.slice(-2), toast]);
  }, []);
  const close = useCallback((key: number) => setToasts((now) => now.filter((toast) => toast.key !== key)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.region} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.key} text={toast.text} onClose={() => close(toast.key)} />
        ))}
      </div>
    </ToastContext>
  );
};

const ToastCard = ({ text, onClose }: { text: string; onClose: () => void }) => {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the toast; everything it offers is the button inside
    <div className={styles.toast} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      <Icon of={CircleCheck} className={styles.tick} />
      {text}
      <button type="button" className={styles.close} onClick={onClose} aria-label={t`Close`}>
        <Icon of={X} size={16} />
      </button>
    </div>
  );
};
