import type { ActivityType } from '@foyer/contract/api/activity';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  CircleAlert,
  Download,
  Eye,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MapPin,
  ShieldCheck,
  ToggleRight,
  UserRound,
} from 'lucide-react';

/** `ok`: somebody came in · `warn`: look whether it was you. */
type Tone = 'plain' | 'ok' | 'warn';

interface Words {
  readonly text: MessageDescriptor;
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const words = (text: MessageDescriptor, icon: LucideIcon, tone: Tone = 'plain'): Words => ({ text, icon, tone });

/** Text of each security event that the customer sees (BY-01). It says what happened and gives no warning. */
export const activityLabel: Readonly<Record<ActivityType, Words>> = {
  registered: words(msg`Account created`, UserRound, 'ok'),
  signed_in: words(msg`Signed in`, LogIn, 'ok'),
  sign_in_failed: words(msg`Sign-in failed`, CircleAlert, 'warn'),
  sign_in_locked: words(msg`Sign-in paused after too many wrong tries`, CircleAlert, 'warn'),
  signed_out: words(msg`Signed out`, LogOut),
  second_factor_failed: words(msg`Wrong code in the second step`, CircleAlert, 'warn'),
  step_up_failed: words(msg`Wrong password or code before a change`, CircleAlert, 'warn'),
  step_up_locked: words(msg`Changes paused after too many wrong tries`, CircleAlert, 'warn'),
  recovery_code_used: words(msg`Recovery code used`, ShieldCheck, 'warn'),
  refresh_reused: words(msg`A copied sign-in was refused, and that device was signed out`, CircleAlert, 'warn'),
  session_ended: words(msg`A device was signed out`, LogOut),
  sessions_ended: words(msg`All other devices were signed out`, LogOut),
  email_verified: words(msg`Email verified`, Mail),
  email_change_requested: words(msg`Email change requested`, Mail),
  email_changed: words(msg`Email changed`, Mail),
  password_changed: words(msg`Password changed`, KeyRound),
  password_reset_requested: words(msg`Link for a new password requested`, KeyRound),
  password_reset: words(msg`New password set by a link`, KeyRound),
  mfa_enabled: words(msg`Two-step authentication turned on`, ShieldCheck),
  mfa_disabled: words(msg`Two-step authentication turned off`, ShieldCheck, 'warn'),
  recovery_codes_created: words(msg`New recovery codes made`, ShieldCheck),
  passkey_added: words(msg`Passkey added`, KeyRound),
  passkey_removed: words(msg`Passkey removed`, KeyRound),
  networks_changed: words(msg`Allowed networks changed`, ShieldCheck, 'warn'),
  address_changed: words(msg`Address changed by our support team`, MapPin),
  viewed_by_support: words(msg`Our support team looked at your pages, read-only`, Eye),
  consent_changed: words(msg`Privacy choice changed`, ToggleRight),
  export_requested: words(msg`Copy of your data requested`, Download),
  export_downloaded: words(msg`Copy of your data downloaded`, Download),
  account_closed: words(msg`Account closed`, UserRound),
};
