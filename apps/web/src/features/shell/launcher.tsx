import type { Me } from '@foyer/contract/api/auth';
import { t } from '@lingui/core/macro';
import { LayoutGrid } from 'lucide-react';
import { config } from '../../lib/config.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { launcherEntries } from './launcher-entries.ts';
import styles from './user-menu.module.css';

const loadPanel = () => import('./launcher-panel.tsx').then((file) => file.LauncherPanel);

/** Launcher with the products that the user may open (SH-08). */
export const Launcher = ({ me }: { me: Me }) => {
  const entries = launcherEntries(config, me.token.claims);
  if (entries.length === 0) return null;
  return (
    <Menu
      label={t`Products`}
      iconOnly
      className={styles.icon}
      button={<Icon of={LayoutGrid} />}
      subject={entries}
      panel={loadPanel}
    />
  );
};
