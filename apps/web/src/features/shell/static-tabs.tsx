import { Trans } from '@lingui/react/macro';
import { CreditCard, House, Layers, ShieldCheck } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './tabs.module.css';

/** Tabs of the static shell as plain links. Contains both second tabs, and CSS shows that of the brand. */
export const StaticTabs = () => (
  <div className={styles.tabs}>
    <a href={`#${paths.home}`} className={`${styles.tab} ${styles.staticHome}`} aria-current="page">
      <Icon of={House} />
      <Trans>Home</Trans>
    </a>
    <a href={`#${paths.security()}`} className={`${styles.tab} ${styles.ifSecurity}`}>
      <Icon of={ShieldCheck} />
      <Trans>Security</Trans>
    </a>
    <a href={`#${paths.subscription(undefined)}`} className={`${styles.tab} ${styles.ifSubscription}`}>
      <Icon of={Layers} />
      <Trans>Subscription</Trans>
    </a>
    <a href={`#${paths.payments()}`} className={styles.tab}>
      <Icon of={CreditCard} />
      <Trans>Payments</Trans>
    </a>
  </div>
);
