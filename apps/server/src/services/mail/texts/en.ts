import type { BillingTexts, OperatorTexts, PromotionValues, SecurityTexts } from './mail-text.ts';

const reset = 'If it was not you, set a new password at once: choose “Forgot your password?” where you sign in.';

const legacy = 'This is a legacy license: there are no updates, no fixes and no help for it any more.';

/** Marks the subject of a mail that corrects an earlier one. */
const marked = (corrects: string | null, subject: string) => (corrects === null ? subject : `Corrected: ${subject}`);
const replaced = (corrects: string | null) =>
  corrects !== null && `Something has changed since. This mail takes the place of the one that we sent on ${corrects}.`;

const ifUnpaid = ({ kind, on }: { kind: 'pauses' | 'ends'; on: string }, what: string) =>
  kind === 'pauses' ? `${what} is paused on ${on} unless it is paid.` : `${what} ends on ${on} unless it is paid.`;

const charged = (card: string | null, day: string) => card !== null && `We charged ${card} on ${day}.`;

const freeTime = ({ freeTime: kind, until, plan, amount }: PromotionValues) =>
  kind &&
  {
    forGood: 'It is free for good, and nothing is charged for it.',
    ends: `It is free until ${until}. It does not renew by itself, and nothing is charged.`,
    renews: `It is free until ${until}. Then ${plan} renews for ${amount}, tax included, unless you turn auto-renew off before.`,
  }[kind];

/** Mails about money and subscriptions. The customer's name is put before the first paragraph. */
const billing: BillingTexts = {
  receipt: ({ amount, what, card, chargedOn, isLegacy }) => ({
    subject: amount === null ? `Receipt: ${what}` : `Receipt for ${amount}: ${what}`,
    heading: amount === null ? 'No payment was necessary' : `You paid ${amount}`,
    paragraphs: [`This is your receipt for ${what}.`, charged(card, chargedOn), isLegacy && legacy],
    link: 'View receipt',
  }),
  recovered: ({ what, card, chargedOn, isLegacy }) => ({
    subject: `Thank you: ${what} goes on`,
    heading: `${what} goes on`,
    paragraphs: [
      'Your payment arrived, and nothing is open any more. This is your receipt.',
      charged(card, chargedOn),
      isLegacy && legacy,
    ],
    link: 'View receipt',
  }),
  payment_failed: ({ amount, what, card, reason, retryOn, isVoid, stops, unlessPaid, hasNoCard }) => ({
    subject: `Your payment of ${amount} did not go through`,
    heading: `We could not charge ${amount}`,
    paragraphs: stops
      ? [
          `We cannot charge cards for your address. Nothing was charged for ${what}, and we do not try again with this address.`,
          ifUnpaid(stops, what),
          'If the address is not right, correct it before that day. Otherwise write to us.',
        ]
      : [
          card === null
            ? `There is no card on file to pay for ${what}.`
            : `The payment for ${what} with ${card} failed.${reason}`,
          retryOn === null ? 'Nothing was charged.' : `Nothing was charged. We try again on ${retryOn}.`,
          unlessPaid &&
            `${card === null ? '' : 'We do not try this card again by ourselves. '}${ifUnpaid(unlessPaid, what)}`,
          isVoid
            ? `You keep the plan you had before. If you would like ${what} after all, change your card and choose the plan again.`
            : `${hasNoCard ? 'Add a card' : 'Change your card'} and we charge the amount at once.`,
        ],
    link: stops ? 'Look at your address' : hasNoCard ? 'Add card' : 'Change card',
  }),
  payment_overdue: ({ amount, what, stops, unlessPaid, hasNoCard }) => ({
    subject: `${amount} is overdue: ${what} is paused`,
    heading: `${what} is paused`,
    paragraphs: stops
      ? [
          `We cannot charge cards for your address, so ${amount} is still open.`,
          ifUnpaid(stops, what),
          'If the address is not right, correct it and then pay. It starts again at once, and the time it was paused is added to your period. Otherwise write to us.',
        ]
      : [
          hasNoCard
            ? `There is no card on file to pay ${amount}.`
            : unlessPaid
              ? `Your card was declined, and we did not try it again by ourselves. ${amount} is still open.`
              : `We tried several times to charge ${amount} and could not.`,
          unlessPaid && ifUnpaid(unlessPaid, what),
          `${hasNoCard ? 'Add a card' : 'Change your card'} and it starts again at once. The time it was paused is added to your period.`,
        ],
    link: stops ? 'Look at your address' : hasNoCard ? 'Add card' : 'Change card',
  }),
  refunded: ({ amount }) => ({
    subject: `We refunded ${amount}`,
    paragraphs: [`We gave ${amount} back to the card you paid with.`, 'Most banks show it within 5 to 10 days.'],
    link: 'View payments',
  }),
  credit_granted: ({ amount }) => ({
    subject: `You have ${amount} of credit`,
    heading: `We added ${amount} to your account credit`,
    paragraphs: [`Your next payments use the ${amount} first, before your card is charged.`],
    link: 'View payments',
  }),
  credit_paid_out: ({ amount }) => ({
    subject: `We paid out ${amount} of your credit`,
    heading: `We paid out ${amount}`,
    paragraphs: [`We paid ${amount} of your account credit back to you. It is no longer on your account.`],
    link: 'View payments',
  }),
  card_saved: ({ card }) => ({
    subject: `${card} is saved for your payments`,
    heading: `${card} is saved`,
    paragraphs: [
      `Your payments are charged to ${card} from now on.`,
      'If it was not you who saved it, change your password and contact us.',
    ],
    link: 'View payments',
  }),
  card_expiring: ({ card, lastDay }) => ({
    subject: `${card} expires on ${lastDay}`,
    heading: `${card} is about to expire`,
    paragraphs: [
      `Your payments are charged to ${card}, which expires on ${lastDay}.`,
      'Add your new card before, so that nothing you use is interrupted.',
    ],
    link: 'Change card',
  }),
  card_expired: ({ card }) => ({
    subject: `${card} has expired`,
    paragraphs: [
      `Your payments are charged to ${card}, and your bank may refuse the next one.`,
      'Add your new card, so that nothing you use is interrupted.',
    ],
    link: 'Change card',
  }),
  renewal_notice: ({
    plan,
    nextPlan,
    day,
    amount,
    due,
    card,
    hasNoCard,
    replaces,
    credit,
    added,
    corrects,
    isLegacy,
  }) => {
    const heading = nextPlan === null ? `${plan} renews on ${day}` : `${nextPlan} starts on ${day}`;
    const charge = hasNoCard
      ? `On ${day} ${due} is due, tax included. There is no card on file to pay for it.`
      : `On ${day} we charge ${due}, tax included${card === null ? '' : `, to ${card}`}.`;
    return {
      subject: marked(corrects, due === null ? heading : `${heading} for ${due}`),
      heading,
      paragraphs: [
        due === null ? `On ${day} we charge nothing.` : charge,
        hasNoCard && 'Add a card before that day, so that nothing you use is interrupted.',
        nextPlan !== null && `It then takes the place of your ${plan}.`,
        replaces !== null &&
          `It then takes the place of your ${replaces}. What you have paid for that and not used yet is taken into account.`,
        credit !== null && `${credit} of ${amount} is paid from your account credit.`,
        added !== null && `${added} is added to your account credit.`,
        isLegacy && legacy,
        replaced(corrects),
        nextPlan === null
          ? 'Turn renewal off any time before; you keep your plan until that day.'
          : 'You can take the change back any time before that day.',
      ],
      link: hasNoCard ? 'Add a card' : 'Manage subscription',
    };
  },
  ending_notice: ({ plan, kind, day, advice, corrects }) => {
    const heading = {
      Trial: `Your ${plan} trial ends on ${day}`,
      Promotion: `Your free ${plan} ends on ${day}`,
      Prepaid: `Your prepaid ${plan} ends on ${day}`,
      Paid: `Your ${plan} ends on ${day}`,
    }[kind];
    return {
      subject: marked(corrects, heading),
      heading,
      paragraphs: [
        `It ends by itself on ${day}, and nothing is charged for it.`,
        advice === 'addCard' && 'It does not go on because there is no card on file to charge.',
        advice === 'contact' && 'It does not go on because we cannot charge cards for your address.',
        replaced(corrects),
        {
          addCard: 'To go on without a break, add a card before that day.',
          contact: 'To go on without a break, write to us before that day.',
          redeem: 'To go on without a break, redeem another code before that day. Afterwards you can choose a plan.',
          choose: 'To go on without a break, choose a plan or turn auto-renew on before that day.',
        }[advice],
      ],
      link: advice === 'addCard' ? 'Add a card' : 'Manage subscription',
    };
  },
  trial_started: ({ plan, until, renewal, amount }) => ({
    subject: until === null ? `Your ${plan} trial has started` : `Your ${plan} trial ends on ${until}`,
    heading: `Your ${plan} trial has started`,
    paragraphs: [
      `You can use everything in ${plan}${until === null ? '' : ` until ${until}`}. You pay nothing for the trial.`,
      renewal &&
        {
          off: 'It does not renew unless you turn auto-renew on.',
          paid: `Auto-renew is on: on ${until} it goes on as a paid plan for ${amount}, tax included. Account credit is used first; the rest is charged to your card. Until then you can turn it off.`,
          free: `Auto-renew is on, but as things stand we charge nothing on ${until}.`,
          undecided: `Auto-renew is on. What we charge on ${until} depends on a payment that is still being processed; your subscription shows it as soon as it is known.`,
        }[renewal],
    ],
    link: 'Manage subscription',
  }),
  subscription_ended: ({ plan }) => ({
    subject: `${plan} has ended`,
    paragraphs: [`Your subscription to ${plan} is over. Nothing more will be charged for it.`],
    link: 'Choose a plan',
  }),
  request_accepted: ({ plan }) => ({
    subject: `Your request for ${plan} is accepted`,
    heading: `${plan} has begun`,
    paragraphs: [
      `We accepted your request, and you can use ${plan} from now on. It is billed by agreement and never charged to your card.`,
      'It takes the place of what you had of this product. Unused paid days are added to your account credit.',
    ],
    link: 'View subscription',
  }),
  request_ended: ({ plan }) => ({
    subject: `Your request for ${plan} is closed`,
    paragraphs: [
      `Your request for ${plan} is no longer open. Nothing was started, and nothing is charged for it.`,
      'What you have stays as it is.',
    ],
    link: 'View subscription',
  }),
  maintenance_ending: ({ plan, until }) => ({
    subject: `Maintenance of your ${plan} license ends on ${until}`,
    heading: `Maintenance ends on ${until}`,
    paragraphs: [
      `You can use every release of ${plan} that comes out before ${until}, for good.`,
      'To use later releases too, extend your maintenance. An extension starts where the present one ends, so you lose no days by being early.',
    ],
    link: 'Extend maintenance',
  }),
  maintenance_extended: ({ plan, until, amount, card }) => ({
    subject: `Maintenance of your ${plan} license is extended to ${until}`,
    heading: `Maintenance is extended to ${until}`,
    paragraphs: [
      `You can use every release of ${plan} that comes out before ${until}.`,
      card !== null && `We charged ${amount} to ${card}.`,
    ],
    link: 'View license',
  }),
  promotion_redeemed: (promotion) => ({
    subject: `Your promotion ${promotion.name} has started`,
    heading: 'Promotion redeemed',
    paragraphs: [`The promotion ${promotion.name} is on your account.`, freeTime(promotion)],
    link: 'Go to account',
  }),
  review_opened: ({ answerBy, held }) => ({
    subject: 'Your account is under review',
    paragraphs: [
      'Regulation of the U.S. government requires us to review downloads of this software.',
      `This takes up to two U.S. business days. We answer ${answerBy === null ? 'soon' : `by ${answerBy}`}. Downloads are blocked until then.`,
      held !== null &&
        `We keep ${held} for you and put it on your account when the review is done. Nothing is charged.`,
    ],
    link: 'Go to account',
  }),
  review_cleared: () => ({
    subject: 'Your account review is done',
    heading: 'Your account is cleared',
    paragraphs: ['Your account review is done. You can download and update the software now.'],
    link: 'Go to account',
  }),
  review_denied: () => ({
    subject: 'About your account review',
    heading: 'We cannot offer you this software',
    paragraphs: [
      'Regulation of the U.S. government does not allow us to offer you this software.',
      'Nothing was charged. If you think that this is a mistake, write to us.',
    ],
    link: null,
  }),
  held_applied: (promotion) => ({
    subject: `${promotion.name} is on your account now`,
    paragraphs: [
      `What we kept for you during the review, ${promotion.name}, is on your account now.`,
      freeTime(promotion),
    ],
    link: 'Go to account',
  }),
  held_released: ({ name }) => ({
    subject: `${name} was not redeemed`,
    paragraphs: [
      `We kept ${name} for you and could not put it on your account.`,
      'Nothing was charged, and your code is unused: it works again.',
    ],
    link: 'Go to account',
  }),
};

/** Mails about the account and its security. */
const security: SecurityTexts = {
  verify_email: {
    subject: 'Verify your e-mail address',
    what: 'Somebody gave this address for an account with us. If it was you, verify that it is yours.',
    more: 'The link works once, for 24 hours. A newer one takes its place.',
    notYou: 'If it was not you, do not follow the link. Without it the address is never verified.',
    link: 'Verify e-mail address',
  },
  registered_again: {
    subject: 'You have an account already',
    what: 'Somebody tried to register with this address. It belongs to your account, so nothing was made and nothing has changed.',
    more: 'Sign in as usual. If you do not know your password, choose “Forgot your password?” there.',
    notYou: 'If it was not you, there is nothing to do.',
  },
  password_reset: {
    subject: 'Set a new password',
    what: 'Somebody asked for a link to set a new password for your account.',
    more: 'The link works once, for an hour. A newer one takes its place.',
    notYou: 'If it was not you, ignore this mail. Your password stays as it is.',
    link: 'Set a new password',
  },
  password_reset_done: {
    subject: 'Your password was reset',
    what: 'A new password was set by the link that we mailed to you. You were signed out everywhere.',
    notYou: `${reset} Whoever did this can read your mail: change the password of your mailbox too.`,
  },
  password_changed: {
    subject: 'Your password was changed',
    what: 'The password of your account was changed. You were signed out everywhere else.',
    notYou: reset,
  },
  email_change_confirm: {
    subject: 'Confirm your new e-mail address',
    what: 'Somebody asked to use this address to sign in to an account with us from now on.',
    more: 'Nothing changes before you confirm. The link works once, for an hour. A newer one takes its place.',
    notYou: 'If it was not you, ignore this mail.',
    link: 'Confirm e-mail address',
  },
  email_change_requested: {
    subject: 'Your e-mail address is about to change',
    what: 'Somebody who knows your password asked to change the e-mail address of your account. It changes when the link that we mailed to the new address is followed.',
    notYou: 'If it was not you, change your password now: that stops the change and signs everybody else out.',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    what: 'The e-mail address of your account was changed. Sign in with the new one from now on. You were signed out everywhere.',
    more: 'If this mail lists passkeys or two-step authentication that you did not set up, set a new password and remove them.',
    notYou: 'If it was not you, write to us at once, from the old address.',
  },
  mfa_enabled: {
    subject: 'Two-step authentication is on',
    what: 'From now on signing in asks for a code of your authenticator app. You were signed out everywhere else.',
    more: 'Keep your recovery codes where you find them without your phone.',
    notYou: reset,
  },
  mfa_disabled: {
    subject: 'Two-step authentication is off',
    what: 'Signing in no longer asks for a code of your authenticator app. You were signed out everywhere else.',
    notYou: `${reset} Then switch two-step authentication on again.`,
  },
  mfa_lifted: {
    subject: 'Our support turned two-step authentication off',
    what: 'Our support turned off two-step authentication for your account, because it was asked to. The recovery codes no longer work. You were signed out everywhere. Signing in asks for your password alone until you set it up again.',
    more: 'Passkeys of your account stay. If one is on a device that you lost, remove it.',
    notYou: `${reset} Then write to us.`,
  },
  sign_in_methods_removed: {
    subject: 'We removed sign-in methods from your account',
    what: 'Your e-mail address is verified now. The sign-in methods below were added before that, and we do not know whether you added them. We removed them, and all devices are signed out.',
    more: 'If you added them yourself, sign in and add them again.',
    notYou: reset,
  },
  recovery_codes_created: {
    subject: 'You have new recovery codes',
    what: 'New recovery codes were made for your account. The ones from before no longer work.',
    notYou: reset,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    what: 'Somebody signed in to your account with one of your recovery codes. That code no longer works.',
    notYou: `${reset} Then make new recovery codes.`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    what: 'A passkey was added to your account. Whoever holds it can sign in.',
    notYou: `${reset} Then remove the passkey.`,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    what: 'A passkey was removed from your account. It can no longer sign in.',
    notYou: reset,
  },
  networks_limited: {
    subject: 'Signing in is limited to certain networks',
    what: 'From now on signing in to your account works from the networks below and from nowhere else.',
    notYou: `${reset} Then write to us if you cannot sign in: we can lift the limit.`,
  },
  networks_opened: {
    subject: 'You can sign in from any network again',
    what: 'Signing in to your account is no longer limited to certain networks.',
    notYou: reset,
  },
  address_changed: {
    subject: 'Your billing address was changed',
    what: 'Our support team changed the billing address of your account. Taxes and new receipts go by this address from now on.',
    notYou: 'If it was not you who asked for this, write to us at once.',
  },
  new_device: {
    subject: 'A new device signed in',
    what: 'Somebody signed in to your account with a device that we did not know.',
    notYou: reset,
  },
  sign_in_locked: {
    subject: 'Signing in was stopped for a while',
    what: 'Somebody gave a wrong password or code for your account several times. Unknown devices have to wait before they can try again; nobody got in.',
    whatUntilReset:
      'Somebody gave a wrong password for your account a hundred times in a row. Unknown devices can sign in again after you have set a new password: choose the link for a forgotten password where you sign in. Nobody got in.',
    more: 'On a device that you have signed in with before you can sign in all the same.',
    notYou:
      'If it was not you, make sure that your password is used nowhere else, and switch two-step authentication on.',
  },
  step_up_locked: {
    subject: 'Changes to your account were stopped for a while',
    what: 'Somebody who is signed in to your account gave a wrong password or code several times before a change. They have to wait before they can try again; nothing was changed.',
    notYou:
      'If it was not you, somebody has one of your devices or a copy of its sign-in: set a new password at once, which signs out everywhere else.',
  },
  refresh_reused: {
    subject: 'We signed out one of your devices',
    what: 'A sign-in of yours was used twice, as a copy of it would be. To be safe we ended it; the device has to sign in again.',
    notYou: reset,
  },
  export_ready: {
    subject: 'Your data is ready',
    what: 'The file with your data that was asked for is ready. Sign in to download it within 7 days.',
    notYou: reset,
    link: 'Download your data',
  },
  account_closing: {
    subject: 'Your account is being closed',
    what: 'Your account is being closed. Our payment provider has not confirmed yet that your card is removed there. The card is no longer on your account, and nothing is charged to it. As soon as the provider confirms, we close the account and write to you again.',
    more: 'To keep your account, save a card before that.',
    notYou: 'If it was not you, set a new password at once: that stops the closing.',
  },
  account_closed: {
    subject: 'Your account is closed',
    what: 'Your account was closed. Subscriptions have ended, nothing will be charged any more, and your personal data is erased except for what the law makes us keep.',
    notYou: 'If it was not you, write to us at once.',
  },
};

/** Mails to operators about their own account. */
const operator: OperatorTexts = {
  operator_new_device: {
    subject: 'A new device signed in to the operator site',
    what: 'Somebody signed in to the operator site as you with a device that we did not know.',
    notYou: 'If it was not you, set a new password in the operator site at once and tell an administrator.',
  },
  operator_locked: {
    subject: 'Signing in to the operator site was stopped for a while',
    what: 'Somebody gave a wrong password or code for your operator account several times. Unknown devices have to wait before they can try again; nobody got in.',
    notYou: 'If it was not you, tell an administrator.',
  },
  operator_password_changed: {
    subject: 'Your password for the operator site was changed',
    what: 'The password of your operator account was changed. All your other sessions are over.',
    notYou: 'If it was not you, tell an administrator at once: they can disable the account.',
  },
};

/** English texts of mails. Their type is the type of every language (BY-05). */
export const en = {
  questions: (email: string) => `Questions? Write to ${email}.`,
  /** Puts a name before the first paragraph of a mail about billing. */
  greeting: (name: string, text: string) => `${name}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  /** First paragraph of a mail about the account. */
  hello: (name: string) => `Hello ${name},`,
  receiptRows: {
    number: 'Receipt',
    subtotal: 'Subtotal',
    coupon: (code: string) => `Coupon ${code}`,
    tax: (percent: string) => `Tax (${percent}%)`,
    credit: 'Account credit',
    carried: 'Small amount from before',
    added: 'Added to your account credit',
    total: 'Total',
  },
  billing,
  /** Labels of the facts of a mail about the account. */
  facts: {
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
    plansStopped: 'No longer renews, because cards are not accepted for this address',
    plansResumed: 'Renews again',
    credit: 'Credit left',
    passkeysRemoved: 'Passkeys removed',
    passkeysKept: 'Passkeys that can still sign in',
    kept: 'Still on',
    removed: 'Removed',
  },
  signInMethods: {
    passkeys: 'passkeys',
    twoStep: 'two-step authentication',
    recoveryCodes: 'recovery codes',
    networks: 'limit to certain networks',
    devices: 'known devices',
  },
  /** Labels of links to these pages. */
  links: {
    '/security': 'Review your security settings',
    '/address': 'Look at your address',
    '/payments/method': 'Save a card',
    '/': 'Sign in',
    '/operator/': 'Open the operator site',
  },
  security,
  operator,
};
