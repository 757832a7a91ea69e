import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CreditCard, House, Layers, ShieldCheck } from 'lucide';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './tabs.module.css';

/** Section of a route. Its tab stays marked on sub-pages. */
export type Tab = 'home' | 'second' | 'payments';

/** Tabs: Home, Security or Subscription by brand, and Payments (SH-07). On a phone they are a bar at the bottom. */
export const Tabs = ({ current }: { current: Tab | null }) => {
  const mark = (tab: Tab) => (tab === current ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <nav className={styles.tabs} aria-label={t`Account`}>
      <Link href={paths.home} className={styles.tab} {...mark('home')}>
        <Icon of={House} />
        <Trans>Home</Trans>
      </Link>
      {config.brand.secondTab === 'security' ? (
        <Link href={paths.security()} className={styles.tab} {...mark('second')}>
          <Icon of={ShieldCheck} />
          <Trans>Security</Trans>
        </Link>
      ) : (
        <Link href={paths.subscription(config.brand.products[0])} className={styles.tab} {...mark('second')}>
          <Icon of={Layers} />
          <Trans>Subscription</Trans>
        </Link>
      )}
      <Link href={paths.payments()} className={styles.tab} {...mark('payments')}>
        <Icon of={CreditCard} />
        <Trans>Payments</Trans>
      </Link>
    </nav>
  );
};
