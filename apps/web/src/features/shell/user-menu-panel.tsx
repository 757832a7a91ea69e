import type { Me } from '@foyer/contract/api/auth';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Contact, House, type IconNode, Languages, LifeBuoy, LogOut, MessageSquare, RotateCw, Settings } from 'lucide';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { type Claims, hasClaim } from '../../shared/account/claims.ts';
import { meQuery } from '../../shared/account/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { chooseLanguage, otherLanguages } from '../../ui/language-choice.ts';
import type { PanelProps } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import styles from '../../ui/menu-panel.module.css';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import { displayName } from './user-name.ts';

const TIMEOUT_MS = 3_000;

/**
 * Stores the language of the user's mails and receipts. Uses a short timeout, because the page reloads in the new
 * language after it.
 */
const setLanguage = (language: Language) =>
  call('PATCH /api/auth/me', { body: { language } }, { signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Target of a menu item: a path of the portal or an address of the brand. */
type Target = { readonly to: string } | { readonly href: string };

/** Returns the target for an address of the brand; null without one. */
const externalTarget = (href: string | null): Target | null => (href ? { href } : null);

/** Returns the items that have a target. */
const withTargets = <Key extends string>(list: readonly (readonly [Key, Target | null])[]) =>
  list.flatMap(([key, target]) => (target ? [{ key, target }] : []));

type UserEntry = 'account' | 'settings' | 'contacts' | 'feedback' | 'support';

/**
 * Entries of the user menu except Sign out, which is last (SH-08). Contacts need the trigger-list role, and feedback
 * and support an address of the brand.
 */
export const userEntries = ({ brand, links, contactsClaim }: PortalConfig, claims: Claims) =>
  withTargets<UserEntry>([
    ['account', { to: paths.home }],
    ['settings', externalTarget(links.settings) ?? { to: paths.security() }],
    ['contacts', hasClaim(claims, contactsClaim) ? externalTarget(links.contacts) : null],
    ['feedback', brand.hasFeedback ? externalTarget(links.feedback) : null],
    ['support', brand.hasFeedback ? externalTarget(links.support) : null],
  ]);

const icons: Record<UserEntry, IconNode> = {
  account: House,
  settings: Settings,
  contacts: Contact,
  feedback: MessageSquare,
  support: LifeBuoy,
};

/** Changes the language of the pages even if storing it for the account failed. The next sign-in stores it. */
const changeLanguage = async (language: Language): Promise<void> => {
  await setLanguage(language).catch(() => {});
  chooseLanguage(language);
};

/** Error with a retry button, shown instead of the name when the user did not load. */
const AskAgain = () => {
  const queries = useQueryClient();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      onClick={() => void queries.refetchQueries({ queryKey: meQuery.queryKey })}
    >
      <Icon of={RotateCw} />
      <Trans>Try again</Trans>
    </button>
  );
};

/**
 * User menu: name and email first, then the pages of the user, Sign out last. While no claims are known, entries that need
 * one are left out (SH-08).
 */
export const UserMenuPanel = ({ subject: me, ...panel }: PanelProps<Me | undefined>) => {
  const texts: Record<UserEntry, ReactNode> = {
    account: <Trans>My Account</Trans>,
    settings: <Trans>My Settings</Trans>,
    contacts: <Trans>My Contacts</Trans>,
    feedback: <Trans>Feedback</Trans>,
    support: <Trans>Support</Trans>,
  };
  const heading = me ? (
    <>
      <b>{displayName(me.user)}</b>
      {me.user.email}
    </>
  ) : (
    <Trans>We couldn't load your account.</Trans>
  );
  return (
    <MenuPanel {...panel} heading={heading}>
      {!me && <AskAgain />}
      {userEntries(config, me?.token.claims ?? {}).map(({ key, target }) => (
        <MenuLink key={key} icon={icons[key]} {...target}>
          {texts[key]}
        </MenuLink>
      ))}
      {otherLanguages().map(({ language, name }) => (
        <button
          key={language}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={() => changeLanguage(language)}
        >
          <Icon of={Languages} />
          <span>
            <Trans>
              Language: <span lang={language}>{name}</span>
            </Trans>
          </span>
        </button>
      ))}
      <hr className={styles.rule} />
      <MenuLink icon={LogOut} to={paths.signOut({ reason: 'signedout' })}>
        <Trans>Sign out</Trans>
      </MenuLink>
    </MenuPanel>
  );
};
