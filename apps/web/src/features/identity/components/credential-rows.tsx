import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../../shared/account/me.ts';
import { SettingRow } from '../../../shared/settings/setting-row.tsx';
import { DateText } from '../../../ui/date.tsx';
import { missingClaimReason, unverifiedEmailReason } from './disabled-reasons.tsx';
import { EmailEditor } from './email-editor.tsx';
import { EmailValue } from './email-value.tsx';
import { PasswordEditor } from './password-editor.tsx';
import type { RowProps } from './row-props.ts';

/** Row of the email address that signs in (SC-04). */
export const EmailRow = ({ me, open, onOpen, onCancel, onSent }: RowProps & { onSent: (email: string) => void }) => (
  <SettingRow
    name={<Trans>Email</Trans>}
    value={<EmailValue user={me.user} />}
    action={<Trans>Change</Trans>}
    subject={<Trans>email</Trans>}
    open={open}
    onOpen={onOpen}
    refused={
      missingClaimReason('email', me) ??
      (unverifiedEmailReason(me) && (
        <Trans>Verify your email address first. If it is wrong, register again with the right one.</Trans>
      ))
    }
  >
    <EmailEditor user={me.user} onCancel={onCancel} onSent={onSent} />
  </SettingRow>
);

/** Row of the password with the date of its last change (SC-03). */
export const PasswordRow = ({ me, open, onOpen, onCancel, onUpdated }: RowProps) => {
  const queries = useQueryClient();
  const { passwordChangedOn } = me.user;
  const done = async () => {
    await Promise.allSettled([
      queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      queries.invalidateQueries({ queryKey: ['security'] }),
    ]);
    onUpdated();
  };
  return (
    <SettingRow
      name={<Trans>Password</Trans>}
      value={
        passwordChangedOn ? (
          <span>
            <Trans>
              Changed <DateText instant={passwordChangedOn} />
            </Trans>
          </span>
        ) : (
          <Trans>Not changed yet</Trans>
        )
      }
      action={<Trans>Change</Trans>}
      subject={<Trans>password</Trans>}
      open={open}
      onOpen={onOpen}
      refused={missingClaimReason('password', me)}
    >
      <PasswordEditor onCancel={onCancel} onDone={done} />
    </SettingRow>
  );
};
