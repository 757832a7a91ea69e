import type { Me } from '@foyer/contract/api/auth';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, LayoutGrid } from 'lucide';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { currentPlace } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { readRecord } from '../../lib/session/record.ts';
import { meQuery } from '../../shared/account/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { launcherEntries } from './launcher-entries.ts';
import menuStyles from './user-menu.module.css';
import { displayName, initials } from './user-name.ts';
import { UserSkeleton } from './user-skeleton.tsx';

const loadLauncher = () => import('./launcher-panel.tsx').then((file) => file.LauncherPanel);

/** Launcher with the products that the user may open (SH-08). */
const Launcher = ({ me }: { me: Me }) => {
  const entries = launcherEntries(config, me.token.claims);
  if (entries.length === 0) return null;
  return (
    <Menu
      label={t`Products`}
      iconOnly
      className={menuStyles.icon}
      button={<Icon of={LayoutGrid} />}
      subject={entries}
      panel={loadLauncher}
    />
  );
};

const loadUserMenu = () => import('./user-menu-panel.tsx').then((file) => file.UserMenuPanel);

/** Menu of the signed-in user (SH-08). Without `me`, when the user did not load, it has no name. */
const UserMenu = ({ me }: { me: Me | undefined }) => {
  const button = (
    <>
      <span className={menuStyles.avatar} aria-hidden="true">
        {me ? initials(me.user) : '?'}
      </span>
      {me && <bdi className={menuStyles.name}>{displayName(me.user)}</bdi>}{' '}
      <span className={me ? 'sr' : menuStyles.name}>
        <Trans>Your menu</Trans>
      </span>
      <Icon of={ChevronDown} size={16} className={menuStyles.chevron} />
    </>
  );
  return <Menu label={t`Your menu`} className={menuStyles.user} button={button} subject={me} panel={loadUserMenu} />;
};

/**
 * Top bar: back arrow, brand, launcher and user menu, or a Sign In link without a session (SH-08). If the user did not
 * load, the menu has no name but still offers sign-out (SE-07).
 */
export const TopBar = ({ arrow }: { arrow: ReactNode }) => {
  const signedIn = readRecord() !== null;
  const { data: me, errorUpdateCount: failures } = useQuery({ ...meQuery, enabled: signedIn });
  return (
    <header className={styles.top}>
      <div className={styles.bar}>
        {arrow && <span className={styles.arrow}>{arrow}</span>}
        <Brand />
        <span className={styles.grow} />
        {me && <Launcher me={me} />}
        {me || failures ? (
          <UserMenu me={me} />
        ) : signedIn ? (
          <UserSkeleton />
        ) : (
          <Link href={paths.signOut({ to: currentPlace() })} className={styles.signIn}>
            <Trans>Sign In</Trans>
          </Link>
        )}
      </div>
    </header>
  );
};
