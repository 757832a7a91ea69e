import { Activity, Gauge, HardDrive } from 'lucide-react';
import { config } from '../../lib/config.ts';
import type { PanelProps } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import type { launcherEntries } from './launcher-entries.ts';

const icons = { plans: HardDrive, tiers: Activity, metered: Gauge };

/** Panel of the product launcher (SH-08). */
export const LauncherPanel = ({ subject: entries, ...panel }: PanelProps<ReturnType<typeof launcherEntries>>) => (
  <MenuPanel {...panel}>
    {entries.map(({ key, kind, name, target }) => (
      <MenuLink key={key} icon={icons[kind]} {...target}>
        {`${config.brand.vendor} ${name}`}
      </MenuLink>
    ))}
  </MenuPanel>
);
