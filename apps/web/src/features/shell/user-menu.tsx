import type { Me } from '@foyer/contract/api/auth';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './user-menu.module.css';
import { displayName, initials } from './user-name.ts';

const loadPanel = () => import('./user-menu-panel.tsx').then((file) => file.UserMenuPanel);

/** Menu of the signed-in user (SH-08). Without `me`, when the user did not load, it has no name. */
export const UserMenu = ({ me }: { me: Me | undefined }) => {
  const button = (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {me ? initials(me.user) : '?'}
      </span>
      {me && <bdi className={styles.name}>{displayName(me.user)}</bdi>}{' '}
      <span className={me ? 'sr' : styles.name}>
        <Trans>Your menu</Trans>
      </span>
      <Icon of={ChevronDown} size={16} className={styles.chevron} />
    </>
  );
  return <Menu label={t`Your menu`} className={styles.user} button={button} subject={me} panel={loadPanel} />;
};
