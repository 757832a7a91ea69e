import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { hasDraft } from '../../../lib/draft.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { SettingList, SettingSkeleton } from '../../../shared/settings/setting-row.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { activeSetting, type SecuritySetting } from '../model/security-setting.ts';
import { EmailRow, PasswordRow } from './credential-rows.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import styles from './security.module.css';
import { RecoveryRow, TwoStepRow } from './two-step-rows.tsx';
import { VerifyNotice } from './verify-notice.tsx';

const names = [{ key: 'email', name: <Trans>Email</Trans> }];

/** Labels of claims that only exist with our own sign-in. */
const ownNames = [
  ...names,
  { key: 'password', name: <Trans>Password</Trans> },
  { key: 'mfa', name: <Trans>Two-step authentication</Trans> },
  { key: 'passkeys', name: <Trans>Passkeys</Trans> },
];

/** Editors that store a draft, by its name. */
const drafted = ['email', 'passkeys'] as const satisfies SecuritySetting[];

const areCodesShown = (list: HTMLElement | null): boolean => list?.querySelector('[data-shown-once]') != null;

/** Returns whether closing the open editor would lose typed text, or codes that are shown only once. */
const isTouched = (list: HTMLElement | null): boolean =>
  areCodesShown(list) ||
  [
    ...(list?.querySelectorAll<HTMLInputElement>('form input:not([type=radio], [hidden], [data-suggested=true])') ??
      []),
  ].some(({ value }) => value);

interface DiscardQuestionProps {
  codes: boolean;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Asks before an editor is closed that has typed text, or codes that are shown only once. */
const DiscardQuestion = ({ codes, onContinue, onDiscard }: DiscardQuestionProps) => {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice
      ref={notice}
      tone="warn"
      alert
      titleAs="p"
      title={
        codes ? (
          <Trans>We can't show these recovery codes again</Trans>
        ) : (
          <Trans>What you typed is not applied yet</Trans>
        )
      }
      actions={
        <>
          <Button size="sm" onClick={onContinue}>
            {codes ? <Trans>Back</Trans> : <Trans>Keep editing</Trans>}
          </Button>
          <Button size="sm" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    />
  );
};

interface SettingsProps {
  /** Editor in `?active=`, opened if it is allowed. */
  active: string | null;
}

/** List of settings: email, password, two-step authentication and passkeys. One editor is open at a time (SC-01). */
export const SecuritySettings = ({ active }: SettingsProps) => {
  const toast = useToast();
  const me = useQuery(meQuery);
  const isOwn = config.signIn === 'own';
  const list = useRef<HTMLDivElement>(null);
  /**
   * Row that the user opened; null after closing it. While undefined, `?active=` decides. A stored draft opens its row
   * again.
   */
  const [chosen, setChosen] = useState<SecuritySetting | null | undefined>(() => drafted.find(hasDraft));
  const [asked, setAsked] = useState<SecuritySetting | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [justEnabled, setJustEnabled] = useState(false);

  if (!me.data) {
    return me.isPending ? (
      <div role="status">
        <span className="sr">
          <Trans>Loading your settings…</Trans>
        </span>
        <SettingSkeleton names={isOwn ? ownNames : names} />
      </div>
    ) : (
      <Retry title={<Trans>We're having trouble retrieving your settings.</Trans>} of={me}>
        <Trans>Nothing changed; only this part didn't load.</Trans>
      </Retry>
    );
  }

  const { user, token } = me.data;
  const open = chosen === undefined ? activeSetting(active, token.claims, user) : chosen;
  const openNow = (setting: SecuritySetting | null) => {
    setAsked(null);
    setChosen(setting);
  };
  /** Keeps another editor that was opened before the answer came. */
  const close = (setting: SecuritySetting, next: SecuritySetting | null = null) => {
    setAsked(null);
    setChosen((now) => ((now === undefined ? open : now) === setting ? next : now));
  };
  const updated = (setting: SecuritySetting) => {
    close(setting);
    setJustEnabled(false);
    toast(t`Updated`);
  };
  const row = (setting: SecuritySetting) => ({
    me: me.data,
    open: open === setting,
    onOpen: () => {
      if (isTouched(list.current)) setAsked(setting);
      else openNow(setting);
    },
    onCancel: () => openNow(null),
    onUpdated: () => updated(setting),
  });

  return (
    <>
      <div className={styles.notices}>
        {!user.emailVerified && <VerifyNotice email={user.email} />}
        {sentTo && (
          <Notice tone="info" icon={MailCheck} alert title={<Trans>Check the inbox of {sentTo}</Trans>}>
            <Trans>
              We sent a link to it. Your email changes when you open the link, within the next hour; until then you sign
              in with {user.email}.
            </Trans>
          </Notice>
        )}
        {asked && (
          <DiscardQuestion
            codes={areCodesShown(list.current)}
            onContinue={() => setAsked(null)}
            onDiscard={() => openNow(asked)}
          />
        )}
      </div>
      <h2 className="sr">
        <Trans>Security settings</Trans>
      </h2>
      <div ref={list}>
        <SettingList label={t`Security settings`}>
          <EmailRow
            {...row('email')}
            onSent={(email) => {
              setSentTo(email);
              close('email');
            }}
          />
          {isOwn && (
            <>
              <PasswordRow {...row('password')} />
              <TwoStepRow
                {...row('mfa')}
                onEnabled={() => {
                  setJustEnabled(true);
                  close('mfa', 'recovery');
                  toast(t`Updated`);
                }}
              />
              {user.isMfaEnabled && <RecoveryRow {...row('recovery')} first={justEnabled} />}
              <PasskeysRow {...row('passkeys')} />
            </>
          )}
        </SettingList>
        {!isOwn && (
          <p className={styles.elsewhere}>
            <Trans>Your password and your second step are kept by the service you sign in with.</Trans>
          </p>
        )}
      </div>
    </>
  );
};
