import type { SessionView } from '@foyer/contract/api/activity';
import type { Passkey } from '@foyer/contract/api/passkeys';
import { isBlank, isolated } from '@foyer/contract/vocabulary/shown-text';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { useDraft } from '../../../lib/draft.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { SettingEditor } from '../../../shared/settings/setting-editor.tsx';
import { useSubmit } from '../../../shared/settings/use-submit.ts';
import { DateText } from '../../../ui/date.tsx';
import { TextField } from '../../../ui/field.tsx';
import { sessionsQuery } from '../queries/sessions.ts';
import styles from './security.module.css';
import { signInIfDone } from './sign-in-if-done.tsx';

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

/**
 * Adds a passkey: gets a challenge with the password, lets the browser create the key, and stores it under a name.
 * Loads its library on demand.
 * @throws CallError; PASSKEY_NOT_VALID also when the user or the browser canceled
 */
const addPasskey = async (name: string, password: string): Promise<void> => {
  const { challengeId, options } = await call('POST /api/auth/me/security/passkeys/options', { body: { password } });
  const { startRegistration } = await import('@simplewebauthn/browser');
  let response: Awaited<ReturnType<typeof startRegistration>>;
  try {
    response = await startRegistration({ optionsJSON: options as unknown as Options });
  } catch (cause) {
    const message = cause instanceof Error ? cause.name : '';
    throw new CallError({ status: 0, type: 'PASSKEY_NOT_VALID', message });
  }
  const body = { challengeId, response: response as unknown as Record<string, unknown>, name };
  await adoptTokens(await call('POST /api/auth/me/security/passkeys', { body }));
};

/** Name for a new passkey: this browser and system. Empty if they are unknown or another passkey has the name. */
const suggestedName = (sessions: readonly SessionView[] | undefined, passkeys: readonly Passkey[]): string => {
  const { browser, system } = sessions?.find(({ current }) => current)?.device ?? { browser: null, system: null };
  const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? '');
  return passkeys.some((passkey) => passkey.name === name) ? '' : name;
};

const ADD = 'add';
const NAME_MAX = 100;

const PasskeyDates = ({ passkey }: { passkey: Passkey }) => (
  <>
    <Trans>
      added <DateText instant={passkey.createdAt} />
    </Trans>
    {passkey.lastUsedAt && (
      <>
        {' · '}
        <Trans>
          last used <DateText instant={passkey.lastUsedAt} />
        </Trans>
      </>
    )}
    {passkey.synced && (
      <>
        {' · '}
        <Trans>on all your devices</Trans>
      </>
    )}
  </>
);

/** Returns whether this browser can create a passkey. */
const canMake = (): boolean => 'PublicKeyCredential' in globalThis;

interface PasskeysEditorProps {
  passkeys: readonly Passkey[];
  /** Reason why the account can have no more passkeys, or null. */
  refused: ReactNode;
  onCancel: () => void;
  onDone: () => Promise<void>;
}

/** Editor of passkeys (BY-01): adds one or removes one, with the password. */
export const PasskeysEditor = ({ passkeys, refused, onCancel, onDone }: PasskeysEditorProps) => {
  const canAdd = !refused && canMake();
  const [choice, setChoice] = useState(canAdd ? ADD : (passkeys[0]?.id ?? ADD));
  const sessions = useQueryClient().getQueryData(sessionsQuery.queryKey);
  const [suggested] = useState(() => (canAdd ? suggestedName(sessions, passkeys) : ''));
  const [name, setName] = useDraft('passkeys', suggested);
  const [password, setPassword] = useState('');
  const adding = choice === ADD;
  const unavailable = canAdd ? null : refused || <Trans>This browser can't make passkeys.</Trans>;
  const submission = useSubmit(async () => {
    if (adding) await addPasskey(name.trim(), password);
    else {
      const input = { params: { id: choice }, body: { password } };
      await adoptTokens(await call('DELETE /api/auth/me/security/passkeys/:id', input));
    }
    await onDone();
  });
  return (
    <SettingEditor
      title={passkeys.length > 0 ? <Trans>Passkeys</Trans> : <Trans>Add passkey</Trans>}
      about={<Trans>Sign in with your fingerprint, face or screen lock</Trans>}
      submission={submission}
      unsure={signInIfDone()}
      filled={adding ? canAdd && !isBlank(name) : true}
      password={{ value: password, onChange: setPassword }}
      danger={!adding}
      apply={adding ? <Trans>Add passkey</Trans> : <Trans>Remove</Trans>}
      onCancel={onCancel}
    >
      {passkeys.length > 0 ? (
        <fieldset className={styles.choices}>
          <legend className="sr">
            <Trans>What to do</Trans>
          </legend>
          <label>
            <input type="radio" name="passkey" checked={adding} disabled={!canAdd} onChange={() => setChoice(ADD)} />
            <span>
              <Trans>Add passkey</Trans>
              {unavailable && <span className={styles.small}>{unavailable}</span>}
            </span>
          </label>
          {passkeys.map((passkey) => (
            <label key={passkey.id}>
              <input
                type="radio"
                name="passkey"
                checked={choice === passkey.id}
                onChange={() => setChoice(passkey.id)}
              />
              <span>
                {t`Remove ${isolated(passkey.name)}`}
                <span className={styles.small}>
                  <PasskeyDates passkey={passkey} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        unavailable && <p className="muted">{unavailable}</p>
      )}
      {adding && canAdd && (
        <TextField
          label={<Trans>Name of the new passkey</Trans>}
          placeholder={t`For example: Work laptop`}
          value={name}
          autoComplete="off"
          data-suggested={suggested !== '' && name === suggested}
          maxLength={NAME_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </SettingEditor>
  );
};
