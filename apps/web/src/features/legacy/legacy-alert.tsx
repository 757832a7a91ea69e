import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, TriangleAlert, X } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'react';
import { readStored, storedHeights, storeHeight, writeStored } from '../../lib/browser-store.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './legacy-alert.module.css';

const DISMISSED_KEY = 'foyer.legacy-dismissed';

/**
 * Account alert for holders of a legacy licence without a newer offer (SH-10, LG-01). A dismissed alert stays away in this
 * tab. Its height is remembered, so that the next visit reserves its place. At a first visit no place is reserved, and the
 * page below slides down.
 */
const LegacyAlert = () => {
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY, 'session') !== '');
  const [slides] = useState(() => storedHeights()[3] === '0');
  const strip = useRef<HTMLElement>(null);
  // before the first paint, because the page slides by this height
  useLayoutEffect(() => {
    const { current } = strip;
    if (!current) return storeHeight(3, 0);
    const store = () => storeHeight(3, current.offsetHeight);
    store();
    const observer = new ResizeObserver(store);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  if (dismissed) return null;
  const dismiss = () => {
    writeStored(DISMISSED_KEY, '1', 'session');
    storeHeight(3, 0);
    setDismissed(true);
    document.getElementById('main')?.focus(); // focus, because the focused button is gone
  };
  return (
    <section ref={strip} className={cx(styles.strip, slides && styles.slides)} aria-label={t`Account alert`}>
      <div className={styles.row}>
        <Icon of={TriangleAlert} className={styles.sign} />
        <span className={styles.text}>
          <Trans>Account Alert: Your legacy license is scheduled for end of life</Trans>
        </span>
        <Link href={paths.legacyNotice} className={styles.link}>
          <Trans>See what changes</Trans>
          <Icon of={ChevronRight} size={16} />
        </Link>
        <button type="button" className={styles.dismiss} aria-label={t`Dismiss`} onClick={dismiss}>
          <Icon of={X} />
        </button>
      </div>
    </section>
  );
};

export { LegacyAlert as Page };
