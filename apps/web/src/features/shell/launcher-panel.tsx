import { t } from '@lingui/core/macro';
import { Activity, HardDrive } from 'lucide-react';
import { config } from '../../lib/config.ts';
import type { PanelProps } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import type { launcherEntries } from './launcher-entries.ts';

/** Panel of the product launcher (SH-08). */
export const LauncherPanel = ({ subject: entries, ...panel }: PanelProps<ReturnType<typeof launcherEntries>>) => {
  const { vendor } = config.brand;
  return (
    <MenuPanel {...panel}>
      {entries.map(({ key, target }) => (
        <MenuLink key={key} icon={key === 'drive' ? HardDrive : Activity} {...target}>
          {key === 'drive' ? t`${vendor} Drive` : t`${vendor} Scope`}
        </MenuLink>
      ))}
    </MenuPanel>
  );
};
