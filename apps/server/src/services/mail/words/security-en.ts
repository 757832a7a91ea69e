const reset = 'If it was not you, set a new password at once: choose “Forgot your password?” where you sign in.';

/** The English words of mails about the account itself (BY-06); `MailWords` takes its shape from here. */
export const securityEn = {
  hello: (name: string) => `Hello ${name},`,
  labels: {
    when: 'When',
    device: 'Device',
    place: 'Place',
    address: 'Network address',
    newEmail: 'New address',
    oldEmail: 'Old address',
    codesLeft: 'Codes left',
    passkey: 'Passkey',
    networks: 'Allowed networks',
    billingAddress: 'Billing address',
    credit: 'Credit left',
    passkeysRemoved: 'Passkeys removed',
    passkeysKept: 'Passkeys that can still sign in',
    removed: 'Removed',
  },
  methods: {
    passkeys: 'passkeys',
    twoStep: 'two-step authentication',
    recoveryCodes: 'recovery codes',
    networks: 'limit to certain networks',
    devices: 'known devices',
  },
  links: { security: 'Review your security settings', address: 'Look at your address', signIn: 'Sign in' },
  mails: {
    verify_email: {
      title: 'Verify your e-mail address',
      what: 'Somebody gave this address for an account with us. If it was you, verify that it is yours.',
      more: 'The link works once, for 24 hours. A newer one takes its place.',
      notYou: 'If it was not you, do not follow the link. Without it the address is never verified.',
      link: 'Verify e-mail address',
    },
    registered_again: {
      title: 'You have an account already',
      what: 'Somebody tried to register with this address. It belongs to your account, so nothing was made and nothing has changed.',
      more: 'Sign in as usual. If you do not know your password, choose “Forgot your password?” there.',
      notYou: 'If it was not you, there is nothing to do.',
    },
    password_reset: {
      title: 'Set a new password',
      what: 'Somebody asked for a link to set a new password for your account.',
      more: 'The link works once, for an hour. A newer one takes its place.',
      notYou: 'If it was not you, ignore this mail. Your password stays as it is.',
      link: 'Set a new password',
    },
    password_reset_done: {
      title: 'Your password was reset',
      what: 'A new password was set by the link that we mailed to you. You were signed out everywhere.',
      notYou: `${reset} Whoever did this can read your mail: change the password of your mailbox too.`,
    },
    password_changed: {
      title: 'Your password was changed',
      what: 'The password of your account was changed. You were signed out everywhere else.',
      notYou: reset,
    },
    email_change_confirm: {
      title: 'Confirm your new e-mail address',
      what: 'Somebody asked to use this address to sign in to an account with us from now on.',
      more: 'Nothing changes before you confirm. The link works once, for an hour. A newer one takes its place.',
      notYou: 'If it was not you, ignore this mail.',
      link: 'Confirm e-mail address',
    },
    email_change_requested: {
      title: 'Your e-mail address is about to change',
      what: 'Somebody who knows your password asked to change the e-mail address of your account. It changes when the link that we mailed to the new address is followed.',
      notYou: 'If it was not you, change your password now: that stops the change and signs everybody else out.',
    },
    email_changed: {
      title: 'Your e-mail address was changed',
      what: 'The e-mail address of your account was changed. Sign in with the new one from now on. You were signed out everywhere.',
      notYou: 'If it was not you, write to us at once, from the old address.',
    },
    mfa_enabled: {
      title: 'Two-step authentication is on',
      what: 'From now on signing in asks for a code of your authenticator app. You were signed out everywhere else.',
      more: 'Keep your recovery codes where you find them without your phone.',
      notYou: reset,
    },
    mfa_disabled: {
      title: 'Two-step authentication is off',
      what: 'Signing in no longer asks for a code of your authenticator app. You were signed out everywhere else.',
      notYou: `${reset} Then switch two-step authentication on again.`,
    },
    mfa_lifted: {
      title: 'Our support turned two-step authentication off',
      what: 'Our support turned off two-step authentication for your account, because it was asked to. The recovery codes no longer work. You were signed out everywhere. Signing in asks for your password alone until you set it up again.',
      more: 'Passkeys of your account stay. If one is on a device that you lost, remove it.',
      notYou: `${reset} Then write to us.`,
    },
    sign_in_methods_removed: {
      title: 'We removed sign-in methods from your account',
      what: 'Your e-mail address is verified now. The sign-in methods below were added before that, when we did not know whose address it is. We removed them, and all devices are signed out.',
      more: 'If you added them yourself, sign in and add them again.',
      notYou: reset,
    },
    recovery_codes_created: {
      title: 'You have new recovery codes',
      what: 'New recovery codes were made for your account. The ones from before no longer work.',
      notYou: reset,
    },
    recovery_code_used: {
      title: 'A recovery code was used',
      what: 'Somebody signed in to your account with one of your recovery codes. That code no longer works.',
      notYou: `${reset} Then make new recovery codes.`,
    },
    passkey_added: {
      title: 'A passkey was added',
      what: 'A passkey was added to your account. Whoever holds it can sign in.',
      notYou: `${reset} Then remove the passkey.`,
    },
    passkey_removed: {
      title: 'A passkey was removed',
      what: 'A passkey was removed from your account. It can no longer sign in.',
      notYou: reset,
    },
    networks_limited: {
      title: 'Signing in is limited to certain networks',
      what: 'From now on signing in to your account works from the networks below and from nowhere else.',
      notYou: `${reset} Then write to us if you cannot sign in: we can lift the limit.`,
    },
    networks_opened: {
      title: 'You can sign in from any network again',
      what: 'Signing in to your account is no longer limited to certain networks.',
      notYou: reset,
    },
    address_changed: {
      title: 'Your billing address was changed',
      what: 'Our support team changed the billing address of your account. Taxes and new receipts go by this address from now on.',
      notYou: 'If it was not you who asked for this, write to us at once.',
    },
    new_device: {
      title: 'A new device signed in',
      what: 'Somebody signed in to your account with a device that we did not know.',
      notYou: reset,
    },
    sign_in_locked: {
      title: 'Signing in was stopped for a while',
      what: 'Somebody gave a wrong password or code for your account several times. Unknown devices have to wait before they can try again; nobody got in.',
      whatForLong:
        'Somebody gave a wrong password for your account a hundred times in a row. Unknown devices can sign in again after you have set a new password: choose the link for a forgotten password where you sign in. Nobody got in.',
      more: 'On a device that you have signed in with before you can sign in all the same.',
      notYou:
        'If it was not you, make sure that your password is used nowhere else, and switch two-step authentication on.',
    },
    step_up_locked: {
      title: 'Changes to your account were stopped for a while',
      what: 'Somebody who is signed in to your account gave a wrong password or code several times before a change. They have to wait before they can try again; nothing was changed.',
      notYou:
        'If it was not you, somebody has one of your devices or a copy of its sign-in: set a new password at once, which signs out everywhere else.',
    },
    refresh_reused: {
      title: 'We signed out one of your devices',
      what: 'A sign-in of yours was used twice, as a copy of it would be. To be safe we ended it; the device has to sign in again.',
      notYou: reset,
    },
    export_ready: {
      title: 'Your data is ready',
      what: 'The file with your data that was asked for is ready. Sign in to download it within 7 days.',
      notYou: reset,
      link: 'Download your data',
    },
    account_closed: {
      title: 'Your account is closed',
      what: 'Your account was closed. Subscriptions have ended, nothing will be charged any more, and your personal data is erased except for what the law makes us keep.',
      notYou: 'If it was not you, write to us at once.',
    },
  },
};
