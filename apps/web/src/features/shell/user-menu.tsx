import type { Me } from '@foyer/contract/api/auth';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Contact, House, LifeBuoy, LogOut, type LucideIcon, MessageSquare, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './menu.module.css';
import { Menu } from './menu.tsx';
import { type UserEntry, userEntries } from './menu-entries.ts';
import { MenuLink } from './menu-link.tsx';
import { displayName, initials } from './user-name.ts';

const icons: Record<UserEntry, LucideIcon> = {
  account: House,
  settings: Settings,
  contacts: Contact,
  feedback: MessageSquare,
  support: LifeBuoy,
};

/** Name and e-mail first, then what belongs to the person, Sign out last (language.md §7). */
export const UserMenu = ({ me }: { me: Me }) => {
  const { t } = useLingui();
  const texts: Record<UserEntry, ReactNode> = {
    account: <Trans>My Account</Trans>,
    settings: <Trans>My Settings</Trans>,
    contacts: <Trans>My Contacts</Trans>,
    feedback: <Trans>Feedback</Trans>,
    support: <Trans>Support</Trans>,
  };
  const name = displayName(me.user);
  return (
    <Menu
      label={t`Your menu`}
      look="user"
      button={
        <>
          <span className={styles.avatar} aria-hidden="true">
            {initials(me.user)}
          </span>
          <span className={styles.name}>{name}</span>{' '}
          <span className="sr">
            <Trans>Your menu</Trans>
          </span>
          <Icon of={ChevronDown} size={16} className={styles.chevron} />
        </>
      }
      heading={
        <>
          <b>{name}</b>
          {me.user.email}
        </>
      }
    >
      {userEntries(config, me.token.claims).map(({ key, target }) => (
        <MenuLink key={key} icon={icons[key]} {...target}>
          {texts[key]}
        </MenuLink>
      ))}
      <hr className={styles.rule} />
      <MenuLink icon={LogOut} to={paths.signOut({ reason: 'signedout' })}>
        <Trans>Sign out</Trans>
      </MenuLink>
    </Menu>
  );
};
