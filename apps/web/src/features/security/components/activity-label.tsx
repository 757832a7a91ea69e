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

/** `ok`: a sign-in. `warn`: an event that the user should check. */
type Tone = 'plain' | 'ok' | 'warn';

interface EventLabel {
  readonly text: MessageDescriptor;
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const eventLabel = (text: MessageDescriptor, icon: LucideIcon, tone: Tone = 'plain'): EventLabel => ({
  text,
  icon,
  tone,
});

/** Text of each security event that the customer sees (BY-01). It says what happened and gives no warning. */
export const activityLabel: Readonly<Record<ActivityType, EventLabel>> = {
  registered: eventLabel(msg`Account created`, UserRound, 'ok'),
  signed_in: eventLabel(msg`Signed in`, LogIn, 'ok'),
  sign_in_failed: eventLabel(msg`Sign-in failed`, CircleAlert, 'warn'),
  sign_in_locked: eventLabel(msg`Sign-in paused after too many wrong tries`, CircleAlert, 'warn'),
  signed_out: eventLabel(msg`Signed out`, LogOut),
  second_factor_failed: eventLabel(msg`Wrong code in the second step`, CircleAlert, 'warn'),
  step_up_failed: eventLabel(msg`Wrong password or code before a change`, CircleAlert, 'warn'),
  step_up_locked: eventLabel(msg`Changes paused after too many wrong tries`, CircleAlert, 'warn'),
  recovery_code_used: eventLabel(msg`Recovery code used`, ShieldCheck, 'warn'),
  refresh_reused: eventLabel(msg`A copied sign-in was refused, and that device was signed out`, CircleAlert, 'warn'),
  session_ended: eventLabel(msg`A device was signed out`, LogOut),
  sessions_ended: eventLabel(msg`All other devices were signed out`, LogOut),
  email_verified: eventLabel(msg`Email verified`, Mail),
  email_change_requested: eventLabel(msg`Email change requested`, Mail),
  email_changed: eventLabel(msg`Email changed`, Mail),
  password_changed: eventLabel(msg`Password changed`, KeyRound),
  password_reset_requested: eventLabel(msg`Link for a new password requested`, KeyRound),
  password_reset: eventLabel(msg`New password set by a link`, KeyRound),
  mfa_enabled: eventLabel(msg`Two-step authentication turned on`, ShieldCheck),
  mfa_disabled: eventLabel(msg`Two-step authentication turned off`, ShieldCheck, 'warn'),
  recovery_codes_created: eventLabel(msg`New recovery codes made`, ShieldCheck),
  passkey_added: eventLabel(msg`Passkey added`, KeyRound),
  passkey_removed: eventLabel(msg`Passkey removed`, KeyRound),
  networks_changed: eventLabel(msg`Allowed networks changed`, ShieldCheck, 'warn'),
  address_changed: eventLabel(msg`Address changed by our support team`, MapPin),
  request_accepted: eventLabel(msg`Request for a plan accepted by our support team`, UserRound),
  viewed_by_support: eventLabel(msg`Our support team looked at your pages, read-only`, Eye),
  consent_changed: eventLabel(msg`Privacy choice changed`, ToggleRight),
  export_requested: eventLabel(msg`Copy of your data requested`, Download),
  export_downloaded: eventLabel(msg`Copy of your data downloaded`, Download),
  account_closing: eventLabel(msg`Closing of the account waits for our payment provider`, UserRound),
  account_closed: eventLabel(msg`Account closed`, UserRound),
  account_closing_by_support: eventLabel(
    msg`Closing of the account, ordered by our support team, waits for our payment provider`,
    UserRound,
  ),
  account_closed_by_support: eventLabel(msg`Account closed by our support team`, UserRound),
};
