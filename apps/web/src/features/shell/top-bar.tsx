import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentPlace } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { readRecord } from '../../lib/session/record.ts';
import { meQuery } from '../../shared/account/me.ts';
import { Link } from '../../ui/link.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { Launcher } from './launcher.tsx';
import { UserMenu } from './user-menu.tsx';
import { UserSkeleton } from './user-skeleton.tsx';

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
