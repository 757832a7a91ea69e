import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Letter } from './layout.ts';
import type { SecurityMailJob, SecurityTemplate } from './ports.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const when = (at: Instant): string => `${moment.format(at)} UTC`;

/** Labels of the facts that say where it came from, in this order. */
const whence: readonly (readonly [label: string, fact: string])[] = [
  ['Device', 'device'],
  ['Place', 'place'],
  ['Network address', 'address'],
];

const SECURITY = { label: 'Review your security settings', path: '/security' } as const;
const SIGN_IN = { label: 'Sign in', path: '/' } as const;
const RESET_HINT = 'If it was not you, set a new password at once: choose “Forgot your password?” where you sign in.';

interface Words {
  readonly subject: string;
  readonly heading: string;
  /** What happened. */
  readonly what: string;
  readonly more?: readonly string[];
  /** What to do if it was somebody else. */
  readonly notYou: string;
  readonly link?: Letter['link'];
  /** More than when and from where. */
  readonly rows?: readonly (readonly [label: string, value: string])[];
}

type Write = (job: SecurityMailJob, link: (path: string) => string) => Words;

/**
 * A mail to an address that nobody has proved to be theirs names nobody: else a stranger could have us send words of
 * theirs to anybody, in the place of a name.
 */
const toUnprovedAddress: readonly SecurityTemplate[] = ['verify_email', 'email_change_confirm'];

const named = (label: string, value: string | undefined): readonly (readonly [string, string])[] =>
  value === undefined ? [] : [[label, value]];

const letters: Readonly<Record<SecurityTemplate, Write>> = {
  verify_email: (_job, link) => ({
    subject: 'Verify your e-mail address',
    heading: 'Verify your e-mail address',
    what: 'Somebody gave this address for an account with us. If it was you, verify that it is yours.',
    more: ['The link works once, for 24 hours. A newer one takes its place.'],
    notYou: 'If it was not you, do not follow the link. Without it the address is never verified.',
    link: { label: 'Verify e-mail address', path: link('/id/#/verify/') },
  }),
  registered_again: () => ({
    subject: 'You have an account already',
    heading: 'You have an account already',
    what: 'Somebody tried to register with this address. It belongs to your account, so nothing was made and nothing has changed.',
    more: ['Sign in as usual. If you do not know your password, choose “Forgot your password?” there.'],
    notYou: 'If it was not you, there is nothing to do.',
    link: SIGN_IN,
  }),
  password_reset: (_job, link) => ({
    subject: 'Set a new password',
    heading: 'Set a new password',
    what: 'Somebody asked for a link to set a new password for your account.',
    more: ['The link works once, for an hour. A newer one takes its place.'],
    notYou: 'If it was not you, ignore this mail. Your password stays as it is.',
    link: { label: 'Set a new password', path: link('/id/#/reset/') },
  }),
  password_reset_done: () => ({
    subject: 'Your password was reset',
    heading: 'Your password was reset',
    what: 'A new password was set by the link that we mailed to you. You were signed out everywhere.',
    notYou: `${RESET_HINT} Whoever did this can read your mail: change the password of your mailbox too.`,
    link: SIGN_IN,
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    what: 'The password of your account was changed. You were signed out everywhere else.',
    notYou: RESET_HINT,
    link: SECURITY,
  }),
  email_change_confirm: (_job, link) => ({
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new e-mail address',
    what: 'Somebody asked to use this address to sign in to an account with us from now on.',
    more: ['Nothing changes before you confirm. The link works once, for an hour. A newer one takes its place.'],
    notYou: 'If it was not you, ignore this mail.',
    link: { label: 'Confirm e-mail address', path: link('/#/cea/') },
  }),
  email_change_requested: (job) => ({
    subject: 'Your e-mail address is about to change',
    heading: 'Your e-mail address is about to change',
    what: 'Somebody who knows your password asked to change the e-mail address of your account. It changes when the link that we mailed to the new address is followed.',
    notYou: 'If it was not you, change your password now: that stops the change and signs everybody else out.',
    link: SECURITY,
    rows: named('New address', job.facts.newEmail),
  }),
  email_changed: (job) => ({
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    what: 'The e-mail address of your account was changed. Sign in with the new one from now on. You were signed out everywhere.',
    notYou: 'If it was not you, write to us at once, from the old address.',
    link: SIGN_IN,
    rows: [...named('Old address', job.facts.oldEmail), ...named('New address', job.facts.newEmail)],
  }),
  mfa_enabled: () => ({
    subject: 'Two-step authentication is on',
    heading: 'Two-step authentication is on',
    what: 'From now on signing in asks for a code of your authenticator app. You were signed out everywhere else.',
    more: ['Keep your recovery codes where you find them without your phone.'],
    notYou: RESET_HINT,
    link: SECURITY,
  }),
  mfa_disabled: () => ({
    subject: 'Two-step authentication is off',
    heading: 'Two-step authentication is off',
    what: 'Signing in no longer asks for a code of your authenticator app. You were signed out everywhere else.',
    notYou: `${RESET_HINT} Then switch two-step authentication on again.`,
    link: SECURITY,
  }),
  recovery_codes_created: () => ({
    subject: 'You have new recovery codes',
    heading: 'You have new recovery codes',
    what: 'New recovery codes were made for your account. The ones from before no longer work.',
    notYou: RESET_HINT,
    link: SECURITY,
  }),
  recovery_code_used: (job) => ({
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    what: 'Somebody signed in to your account with one of your recovery codes. That code no longer works.',
    notYou: `${RESET_HINT} Then make new recovery codes.`,
    link: SECURITY,
    rows: named('Codes left', job.facts.codesLeft),
  }),
  passkey_added: (job) => ({
    subject: 'A passkey was added',
    heading: 'A passkey was added',
    what: 'A passkey was added to your account. Whoever holds it can sign in.',
    notYou: `${RESET_HINT} Then remove the passkey.`,
    link: SECURITY,
    rows: named('Passkey', job.facts.passkey),
  }),
  passkey_removed: (job) => ({
    subject: 'A passkey was removed',
    heading: 'A passkey was removed',
    what: 'A passkey was removed from your account. It can no longer sign in.',
    notYou: RESET_HINT,
    link: SECURITY,
    rows: named('Passkey', job.facts.passkey),
  }),
  new_device: () => ({
    subject: 'A new device signed in',
    heading: 'A new device signed in',
    what: 'Somebody signed in to your account with a device that we did not know.',
    notYou: RESET_HINT,
    link: SECURITY,
  }),
  sign_in_locked: (job) => ({
    subject: 'Signing in was stopped for a while',
    heading: 'Signing in was stopped for a while',
    what: job.facts.resetNeeded
      ? 'Somebody gave a wrong password for your account a hundred times in a row. Unknown devices can sign in again after you have set a new password: choose the link for a forgotten password where you sign in. Nobody got in.'
      : 'Somebody gave a wrong password or code for your account several times. Unknown devices have to wait before they can try again; nobody got in.',
    more: ['On a device that you have signed in with before you can sign in all the same.'],
    notYou:
      'If it was not you, make sure that your password is used nowhere else, and switch two-step authentication on.',
    link: SECURITY,
  }),
  refresh_reused: () => ({
    subject: 'We signed out one of your devices',
    heading: 'We signed out one of your devices',
    what: 'A sign-in of yours was used twice, as a copy of it would be. To be safe we ended it; the device has to sign in again.',
    notYou: RESET_HINT,
    link: SECURITY,
  }),
  export_ready: () => ({
    subject: 'Your data is ready',
    heading: 'Your data is ready',
    what: 'The file with your data that was asked for is ready. Sign in to download it within 7 days.',
    notYou: RESET_HINT,
    link: { label: 'Download your data', path: '/security' },
  }),
  account_closed: (job) => ({
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    what: 'Your account was closed. Subscriptions have ended, nothing will be charged any more, and your personal data is erased except for what the law makes us keep.',
    notYou: 'If it was not you, write to us at once.',
    rows: named('Credit left', job.facts.credit),
  }),
};

/** The words of each mail about the account itself (BY-06): what happened, when, from where, and what to do if it was somebody else. */
export const writeSecurityLetter = (job: SecurityMailJob, secret: string | null): Letter => {
  const link = (path: string): string => {
    if (secret === null) throw new Error(`the mail ${job.template} needs a link`);
    return `${path}${secret}`;
  };
  const words = letters[job.template](job, link);
  const greeting = job.firstName !== '' && !toUnprovedAddress.includes(job.template) ? [`Hello ${job.firstName},`] : [];
  const origin = whence.flatMap(([label, fact]) => named(label, job.facts[fact]));
  return {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [...greeting, words.what, ...(words.more ?? []), words.notYou],
    rows: [...(words.rows ?? []), ['When', when(job.at)], ...origin],
    ...(words.link ? { link: words.link } : {}),
  };
};
