import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import styles from './toast.module.css';
import { useLazyComponent } from './use-lazy-component.ts';

const loadCard = () => import('./toast-card.tsx').then((file) => file.ToastCard);

interface Toast {
  key: number;
  text: string;
}

const ToastContext = createContext<(text: string | null) => void>(() => undefined);

/** Shows a toast about something that the page also shows; null closes all. A result about money is never only a toast. */
export const useToast = () => use(ToastContext);

let nextKey = 0;

/** Renders toasts above all pages, so that a toast about a payment survives the navigation to Home. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [ToastCard, loadToastCard] = useLazyComponent(loadCard);
  const showToast = useCallback(
    (text: string | null) => {
      loadToastCard();
      nextKey += 1;
      const toast = text && { key: nextKey, text };
      setToasts((now) => (toast ? [...now.slice(-2), toast] : []));
    },
    [loadToastCard],
  );
  const closeToast = useCallback((key: number) => setToasts((now) => now.filter((toast) => toast.key !== key)), []);
  return (
    <ToastContext value={showToast}>
      {children}
      <div className={styles.region} role="status" aria-live="polite">
        {ToastCard && toasts.map(({ key, text }) => <ToastCard key={key} id={key} text={text} onClose={closeToast} />)}
      </div>
    </ToastContext>
  );
};
