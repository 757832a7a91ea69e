import type { Me } from '@foyer/contract/api/auth';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type ClaimedSetting, mayChange } from '../model/security-setting.ts';

/** Reason for a disabled button: the user lacks the claim (SC-09). */
export const missingClaimReason = (setting: ClaimedSetting, { token }: Me): ReactNode =>
  mayChange(setting, token.claims) ? null : (
    <Trans>Your account isn't allowed to change this. Your administrator can allow it.</Trans>
  );

/** Reason for a disabled button: the email address is not verified, and the server would refuse (H1). */
export const unverifiedEmailReason = ({ user }: Me): ReactNode =>
  user.emailVerified ? null : <Trans>Verify your email address first.</Trans>;
