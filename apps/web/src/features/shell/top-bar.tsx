import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentPlace } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { readRecord } from '../../lib/session/record.ts';
import { Link } from '../../ui/link.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { Launcher } from './launcher.tsx';
import { UserMenu } from './user-menu.tsx';
import { UserSkeleton } from './user-skeleton.tsx';

/**
 * The way back, brand, launcher and user menu; one Sign In link when nobody is signed in (SH-08). When the user did not
 * load, the menu stands there without a name: whoever cannot be named must still be able to sign out (SE-07).
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
