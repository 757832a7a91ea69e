import type { Me } from '@foyer/contract/api/auth';
import { useLingui } from '@lingui/react/macro';
import { Activity, HardDrive, LayoutGrid } from 'lucide-react';
import { config } from '../../lib/config.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from './menu.tsx';
import { launcherEntries } from './menu-entries.ts';
import { MenuLink } from './menu-link.tsx';

/** The vendor's products the visitor may open (SH-08). */
export const Launcher = ({ me }: { me: Me }) => {
  const { t } = useLingui();
  const entries = launcherEntries(config, me.token.claims);
  if (entries.length === 0) return null;
  const { vendor } = config.brand;
  return (
    <Menu label={t`Products`} look="icon" button={<Icon of={LayoutGrid} />}>
      {entries.map(({ key, target }) => (
        <MenuLink key={key} icon={key === 'drive' ? HardDrive : Activity} {...target}>
          {key === 'drive' ? t`${vendor} Drive` : t`${vendor} Scope`}
        </MenuLink>
      ))}
    </Menu>
  );
};
