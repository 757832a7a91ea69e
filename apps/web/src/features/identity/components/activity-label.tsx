import type { ActivityType } from '@foyer/contract/api/activity';
import { t } from '@lingui/core/macro';
import {
  CircleAlert,
  Download,
  Eye,
  type IconNode,
  KeyRound,
  LogIn,
  LogOut,
  Mail,
  MapPin,
  ShieldCheck,
  ToggleRight,
  UserRound,
} from 'lucide';

/** `ok`: a sign-in. `warn`: an event that the user should check. */
type Tone = 'plain' | 'ok' | 'warn';

interface EventLabel {
  readonly text: string;
  readonly icon: IconNode;
  readonly tone: Tone;
}

const eventLabel = (text: string, icon: IconNode, tone: Tone = 'plain'): EventLabel => ({
  text,
  icon,
  tone,
});

/** Text of each security event that the customer sees (BY-01). It says what happened and gives no warning. */
export const activityLabel: Readonly<Record<ActivityType, EventLabel>> = {
  registered: eventLabel(t`Account created`, UserRound, 'ok'),
  signed_in: eventLabel(t`Signed in`, LogIn, 'ok'),
  sign_in_failed: eventLabel(t`Sign-in failed`, CircleAlert, 'warn'),
  sign_in_locked: eventLabel(t`Sign-in paused after too many wrong tries`, CircleAlert, 'warn'),
  signed_out: eventLabel(t`Signed out`, LogOut),
  second_factor_failed: eventLabel(t`Wrong code in the second step`, CircleAlert, 'warn'),
  step_up_failed: eventLabel(t`Wrong password or code when changing a setting`, CircleAlert, 'warn'),
  step_up_locked: eventLabel(t`Changes paused after too many wrong tries`, CircleAlert, 'warn'),
  recovery_code_used: eventLabel(t`Recovery code used`, ShieldCheck, 'warn'),
  refresh_reused: eventLabel(t`A copied sign-in was refused, and that device was signed out`, CircleAlert, 'warn'),
  session_ended: eventLabel(t`A device was signed out`, LogOut),
  sessions_ended: eventLabel(t`All other devices were signed out`, LogOut),
  email_verified: eventLabel(t`Email verified`, Mail),
  email_change_requested: eventLabel(t`Email change requested`, Mail),
  email_changed: eventLabel(t`Email changed`, Mail),
  password_changed: eventLabel(t`Password changed`, KeyRound),
  password_reset_requested: eventLabel(t`Link for a new password requested`, KeyRound),
  password_reset: eventLabel(t`New password set by a link`, KeyRound),
  mfa_enabled: eventLabel(t`Two-step authentication turned on`, ShieldCheck),
  mfa_disabled: eventLabel(t`Two-step authentication turned off`, ShieldCheck, 'warn'),
  recovery_codes_created: eventLabel(t`New recovery codes made`, ShieldCheck),
  passkey_added: eventLabel(t`Passkey added`, KeyRound),
  passkey_removed: eventLabel(t`Passkey removed`, KeyRound),
  networks_changed: eventLabel(t`Allowed networks changed`, ShieldCheck, 'warn'),
  product_access_ended: eventLabel(t`Access of a product removed`, LogOut),
  address_changed: eventLabel(t`Address changed by our support team`, MapPin),
  request_accepted: eventLabel(t`Request for a plan accepted by our support team`, UserRound),
  viewed_by_support: eventLabel(t`Our support team looked at your pages, read-only`, Eye),
  consent_changed: eventLabel(t`Privacy choice changed`, ToggleRight),
  export_requested: eventLabel(t`Copy of your data requested`, Download),
  export_downloaded: eventLabel(t`Copy of your data downloaded`, Download),
  account_closing: eventLabel(t`Closing of the account waits for our payment provider`, UserRound),
  account_closed: eventLabel(t`Account closed`, UserRound),
  account_closing_by_support: eventLabel(
    t`Closing of the account, ordered by our support team, waits for our payment provider`,
    UserRound,
  ),
  account_closed_by_support: eventLabel(t`Account closed by our support team`, UserRound),
};
