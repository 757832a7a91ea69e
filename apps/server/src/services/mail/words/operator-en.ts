/** English words of mails to operators about their own account (OP-01). */
export const operatorEn = {
  link: 'Open the operator site',
  mails: {
    operator_new_device: {
      title: 'A new device signed in to the operator site',
      what: 'Somebody signed in to the operator site as you with a device that we did not know.',
      notYou: 'If it was not you, set a new password in the operator site at once and tell an administrator.',
    },
    operator_locked: {
      title: 'Signing in to the operator site was stopped for a while',
      what: 'Somebody gave a wrong password or code for your operator account several times. Unknown devices have to wait before they can try again; nobody got in.',
      notYou: 'If it was not you, tell an administrator.',
    },
    operator_password_changed: {
      title: 'Your password for the operator site was changed',
      what: 'The password of your operator account was changed. All your other sessions are over.',
      notYou: 'If it was not you, tell an administrator at once: they can disable the account.',
    },
  },
};
