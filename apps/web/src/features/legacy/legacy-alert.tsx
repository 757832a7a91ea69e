import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { storedHeights, storeHeight } from '../../lib/browser-store.ts';
import { usePath } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './legacy-alert.module.css';

const DISMISSED_KEY = 'foyer.legacy-dismissed';

/**
 * Account alert for holders of a legacy licence without a newer offer (SH-10, LG-01). A dismissed alert stays away in this
 * tab. Its height is remembered, so that the next visit reserves its place. At a first visit no place is reserved; so that
 * it pushes nothing down, it lies over the foot of the window until the customer opens another page.
 */
const LegacyAlert = () => {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED_KEY) !== null);
  const path = usePath();
  const [first] = useState(() => (storedHeights()[3] === '0' ? path : null));
  const atFoot = path === first;
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = strip;
    if (!current) return storeHeight(3, 0);
    const observer = new ResizeObserver(() => {
      storeHeight(3, current.offsetHeight);
      if (atFoot) document.documentElement.style.removeProperty('--rows-4'); // the height is only for the next visit
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [atFoot]);

  if (dismissed) return null;
  const dismiss = () => {
    sessionStorage.setItem(DISMISSED_KEY, '');
    storeHeight(3, 0);
    setDismissed(true);
    document.getElementById('main')?.focus(); // focus, because the focused button is gone
  };
  return (
    <section ref={strip} className={cx(styles.strip, atFoot && styles.atFoot)} aria-label={t`Account alert`}>
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
