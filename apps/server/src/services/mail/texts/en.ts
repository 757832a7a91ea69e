import type { BillingTexts, OperatorTexts, PromotionValues, SecurityTexts } from './mail-text.ts';

const reset = "If this wasn't you, reset your password now: choose “Forgot your password?” on the sign-in page.";

const legacy = 'This is a legacy license. It no longer gets updates, fixes or support.';

/** Marks the subject of a mail that corrects an earlier one. */
const marked = (corrects: string | null, subject: string) => (corrects === null ? subject : `Corrected: ${subject}`);
const replaced = (corrects: string | null) =>
  corrects !== null && `Something has changed since then. This email replaces the one we sent on ${corrects}.`;

const ifUnpaid = ({ kind, on }: { kind: 'pauses' | 'ends'; on: string }, what: string) =>
  kind === 'pauses'
    ? `${what} will be paused on ${on} unless you pay before then.`
    : `${what} will end on ${on} unless you pay before then.`;

const charged = (card: string | null, day: string) => card !== null && `We charged ${card} on ${day}.`;

const freeTime = ({ freeTime: kind, until, plan, amount }: PromotionValues) =>
  kind &&
  {
    forGood: "It's free for good. You won't be charged for it.",
    ends: `It's free until ${until}. It won't renew, and you won't be charged.`,
    renews: `It's free until ${until}. Then ${plan} renews for ${amount}, tax included, unless you turn off auto-renew before that day.`,
  }[kind];

/** Mails about money and subscriptions. The customer's name is put before the first paragraph. */
const billing: BillingTexts = {
  receipt: ({ amount, what, card, chargedOn, isLegacy, isOfEndedPlan }) => ({
    subject: amount === null ? `Receipt: ${what}` : `Receipt for ${amount}: ${what}`,
    heading: amount === null ? 'No payment needed' : `You paid ${amount}`,
    paragraphs: [
      `Here's your receipt for ${what}.`,
      charged(card, chargedOn),
      isOfEndedPlan && "The invoice is settled. The plan has ended, and this payment doesn't bring it back.",
      isLegacy && legacy,
    ],
    link: 'View receipt',
  }),
  recovered: ({ what, card, chargedOn, isLegacy }) => ({
    subject: `Thank you: ${what} continues`,
    heading: `${what} continues`,
    paragraphs: [
      "We received your payment, and nothing is due anymore. Here's your receipt.",
      charged(card, chargedOn),
      isLegacy && legacy,
    ],
    link: 'View receipt',
  }),
  payment_failed: ({
    amount,
    what,
    card,
    reason,
    retryOn,
    isVoid,
    stops,
    unlessPaid,
    hasNoCard,
    isPaused,
    isReminder,
    triedOn,
  }) => ({
    subject: isReminder
      ? `Reminder: ${amount} for ${what} is unpaid`
      : `Your payment of ${amount} on ${triedOn} didn't go through`,
    heading: isReminder ? `${amount} is still unpaid` : `We couldn't charge ${amount}`,
    paragraphs: stops
      ? [
          `We can't charge cards for your address. You weren't charged for ${what}, and we won't try again with this address.`,
          isPaused && `${what} is paused until it's paid.`,
          ifUnpaid(stops, what),
          "If the address is wrong, correct it before that day. If it's right, contact us.",
        ]
      : [
          card === null
            ? `There's no card on file to pay for ${what}.`
            : isReminder
              ? `We didn't try ${card} again for ${what}. Your bank declined it, and trying again won't work.${reason}`
              : `The payment for ${what} with ${card} failed.${reason}`,
          retryOn === null ? "You weren't charged." : `You weren't charged. We'll try again on ${retryOn}.`,
          isPaused && `${what} is paused until it's paid.`,
          unlessPaid &&
            `${card === null || isReminder || retryOn !== null ? '' : "We won't try this card again on our own. "}${ifUnpaid(unlessPaid, what)}`,
          isVoid
            ? `You keep the plan you had. If you still want ${what}, change your card and choose the plan again.`
            : `${hasNoCard ? 'Add a card' : 'Change your card'} and we'll charge the amount right away.`,
          isReminder && !hasNoCard && 'If your bank accepts this card after all, choose “Pay” on your home page.',
        ],
    link: stops ? 'Check your address' : hasNoCard ? 'Add card' : 'Change card',
  }),
  payment_overdue: ({ amount, what, stops, unlessPaid, isNotRetried, hasNoCard }) => ({
    subject: `${amount} is overdue: ${what} is paused`,
    heading: `${what} is paused`,
    paragraphs: stops
      ? [
          `We can't charge cards for your address, so ${amount} is still due.`,
          ifUnpaid(stops, what),
          "If the address is wrong, correct it and then pay. Your plan restarts right away, and we'll add the paused time to your period. If it's right, contact us.",
        ]
      : [
          hasNoCard
            ? `There's no card on file to pay ${amount}.`
            : isNotRetried
              ? `Your card was declined, and we didn't try it again on our own. ${amount} is still due.`
              : `We tried several times to charge ${amount}, but couldn't.`,
          unlessPaid && ifUnpaid(unlessPaid, what),
          `${hasNoCard ? 'Add a card' : 'Change your card'} and your plan restarts right away. We'll add the paused time to your period.`,
        ],
    link: stops ? 'Check your address' : hasNoCard ? 'Add card' : 'Change card',
  }),
  refunded: ({ amount }) => ({
    subject: `We refunded ${amount}`,
    paragraphs: [`We refunded ${amount} to the card you paid with.`, 'Most banks show it within 5 to 10 days.'],
    link: 'View payments',
  }),
  credit_granted: ({ amount }) => ({
    subject: `You have ${amount} of credit`,
    heading: `We added ${amount} to your account credit`,
    paragraphs: [`Your next payments use this credit first. Your card is charged only for the rest.`],
    link: 'View payments',
  }),
  credit_paid_out: ({ amount }) => ({
    subject: `We paid out ${amount} of your credit`,
    heading: `We paid out ${amount}`,
    paragraphs: [`We paid ${amount} of your account credit out to you. It's no longer on your account.`],
    link: 'View payments',
  }),
  card_saved: ({ card }) => ({
    subject: `${card} is saved for your payments`,
    heading: `${card} is saved`,
    paragraphs: [
      `We'll charge your payments to ${card} from now on.`,
      "If you didn't save it, change your password and contact us.",
    ],
    link: 'View payments',
  }),
  card_expiring: ({ card, lastDay }) => ({
    subject: `${card} expires on ${lastDay}`,
    heading: `${card} expires soon`,
    paragraphs: [
      `We charge your payments to ${card}, which expires on ${lastDay}.`,
      'Add your new card before that day to avoid interruptions.',
    ],
    link: 'Change card',
  }),
  card_expired: ({ card }) => ({
    subject: `${card} has expired`,
    paragraphs: [
      `We charge your payments to ${card}, and your bank may decline the next one.`,
      'Add your new card to avoid interruptions.',
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
      ? `${due} is due on ${day}, tax included. There's no card on file to pay it.`
      : `On ${day} we'll charge ${due}, tax included${card === null ? '' : `, to ${card}`}.`;
    return {
      subject: marked(corrects, due === null ? heading : `${heading} for ${due}`),
      heading,
      paragraphs: [
        due === null ? `You won't be charged on ${day}.` : charge,
        hasNoCard && 'Add a card before that day to avoid interruptions.',
        nextPlan !== null && `It replaces your ${plan}.`,
        replaces !== null && `It replaces your ${replaces}. Time you've paid for and haven't used is credited.`,
        credit !== null && `Your account credit pays ${credit} of ${amount}.`,
        added !== null && `We'll add ${added} to your account credit.`,
        isLegacy && legacy,
        replaced(corrects),
        nextPlan === null
          ? 'You can turn off auto-renew any time before that day and keep your plan until then.'
          : 'You can cancel this change any time before that day.',
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
        `It ends automatically on ${day}, and you won't be charged for it.`,
        advice === 'addCard' && "It can't continue because there's no card on file.",
        advice === 'contact' && "It can't continue because we can't charge cards for your address.",
        replaced(corrects),
        {
          addCard: 'To continue without a break, add a card before that day.',
          contact: 'To continue without a break, contact us before that day.',
          redeem:
            'To continue without a break, redeem another code before that day. After that day you can choose a plan.',
          choose: 'To continue without a break, choose a plan or turn on auto-renew before that day.',
        }[advice],
      ],
      link: advice === 'addCard' ? 'Add a card' : 'Manage subscription',
    };
  },
  trial_started: ({ plan, until, renewal, amount }) => ({
    subject: `Your ${plan} trial has started${until === null ? '' : ` and runs until ${until}`}`,
    heading: `Your ${plan} trial has started`,
    paragraphs: [
      `You can use everything in ${plan}${until === null ? '' : ` until ${until}`}. The trial is free.`,
      renewal &&
        {
          off: "It won't renew unless you turn on auto-renew.",
          paid: `Auto-renew is on: on ${until} it becomes a paid plan for ${amount}, tax included. We'll use your account credit first and charge the rest to your card. You can turn off auto-renew until then.`,
          free: `Auto-renew is on, but right now nothing is due on ${until}.`,
          undecided: `Auto-renew is on. What we'll charge on ${until} depends on a payment that's still processing. Your subscription shows the amount as soon as we know it.`,
        }[renewal],
    ],
    link: 'Manage subscription',
  }),
  subscription_ended: ({ plan, unpaid }) => ({
    subject: `${plan} has ended`,
    paragraphs: [
      unpaid === null
        ? `Your subscription to ${plan} has ended. You won't be charged for it again.`
        : `Your subscription to ${plan} has ended because ${unpaid.amount} wasn't paid.`,
      unpaid &&
        (unpaid.isDue
          ? `${unpaid.amount} is still due. We won't charge it on our own. Paying settles the invoice and doesn't bring the plan back.`
          : "You weren't charged, and nothing is due."),
    ],
    link: unpaid?.isDue ? 'View payments' : 'Choose a plan',
  }),
  request_accepted: ({ plan, added }) => ({
    subject: `We accepted your request for ${plan}`,
    heading: `${plan} has started`,
    paragraphs: [
      `We accepted your request, and you can use ${plan} from now on. It's billed by agreement and never charged to your card.`,
      'It replaces what you had of this product.',
      added !== null && `We added ${added} for unused paid days to your account credit.`,
    ],
    link: 'View subscription',
  }),
  request_ended: ({ plan }) => ({
    subject: `Your request for ${plan} is closed`,
    paragraphs: [
      `Your request for ${plan} is closed. Nothing was started, and you won't be charged for it.`,
      "Your current plans haven't changed.",
    ],
    link: 'View subscription',
  }),
  maintenance_ending: ({ plan, until }) => ({
    subject: `Maintenance for your ${plan} license ends on ${until}`,
    heading: `Maintenance ends on ${until}`,
    paragraphs: [
      `Every release of ${plan} published before ${until} is yours to use for good.`,
      "To use later releases too, extend your maintenance. The extension starts when your current maintenance ends, so you don't lose any days by extending early.",
    ],
    link: 'Extend maintenance',
  }),
  maintenance_extended: ({ plan, until, amount, card }) => ({
    subject: `Maintenance for your ${plan} license is extended to ${until}`,
    heading: `Maintenance is extended to ${until}`,
    paragraphs: [
      `You can use every release of ${plan} published before ${until}.`,
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
      'We have to review downloads of this software because of U.S. export regulations.',
      `This takes up to two U.S. business days. We'll email you ${answerBy === null ? 'soon' : `by ${answerBy}`}. Downloads are blocked until then.`,
      held !== null &&
        `We're holding ${held} for you and will add it to your account when the review is done. You won't be charged.`,
    ],
    link: 'Go to account',
  }),
  review_cleared: () => ({
    subject: 'Your account review is done',
    heading: 'Your account is cleared',
    paragraphs: ['Your account review is done. You can now download and update the software.'],
    link: 'Go to account',
  }),
  review_denied: () => ({
    subject: 'About your account review',
    heading: "We can't offer you this software",
    paragraphs: [
      "Because of U.S. export regulations, we can't offer this software for your account.",
      "You weren't charged. If you think this is a mistake, contact us.",
    ],
    link: null,
  }),
  held_applied: (promotion) => ({
    subject: `${promotion.name} is on your account now`,
    paragraphs: [`We held ${promotion.name} for you during the review. It's on your account now.`, freeTime(promotion)],
    link: 'Go to account',
  }),
  held_released: ({ name }) => ({
    subject: `${name} wasn't redeemed`,
    paragraphs: [
      `We held ${name} for you during the review, but couldn't add it to your account.`,
      "You weren't charged, and your code is unused. You can redeem it again.",
    ],
    link: 'Go to account',
  }),
};

/** Mails about the account and its security. */
const security: SecurityTexts = {
  verify_email: {
    subject: 'Verify your email address',
    what: 'Verify this email address to finish setting up your account.',
    more: 'This link works once and expires in 24 hours. If you request another, use the newest.',
    notYou: "If you didn't ask for this, ignore this email. The address won't be verified.",
    link: 'Verify email address',
  },
  invitation: {
    subject: 'Your account is ready',
    what: 'We created an account for you. Set a password to sign in.',
    more: 'This link works once and expires in an hour. After that, choose “Forgot your password?” on the sign-in page to get a new one.',
    notYou: "If you didn't expect this, ignore this email. Without a password no sign-in is possible.",
    link: 'Set a password',
  },
  registered_again: {
    subject: 'You already have an account',
    what: 'Someone tried to create an account with this email address. You already have one, so nothing was created or changed.',
    more: "Sign in as usual. If you don't know your password, choose “Forgot your password?” on the sign-in page.",
    notYou: "If this wasn't you, you don't need to do anything.",
  },
  password_reset: {
    subject: 'Set a new password',
    what: 'Someone asked for a link to set a new password for your account.',
    more: 'This link works once and expires in an hour. If you request another, use the newest.',
    notYou: "If this wasn't you, ignore this email. Your password won't change.",
    link: 'Set a new password',
  },
  password_reset_done: {
    subject: 'Your password was reset',
    what: 'A new password was set with the link we emailed you. You were signed out on all devices.',
    notYou: `${reset} Whoever did this can read your email, so change the password of your mailbox too.`,
  },
  password_changed: {
    subject: 'Your password was changed',
    what: 'The password of your account was changed. You were signed out on all other devices.',
    notYou: reset,
  },
  email_change_confirm: {
    subject: 'Confirm your new email address',
    what: 'Someone asked to use this email address to sign in to an account with us.',
    more: 'Nothing changes before you confirm. This link works once and expires in an hour. If you request another, use the newest.',
    notYou: "If this wasn't you, ignore this email.",
    link: 'Confirm email address',
  },
  email_change_requested: {
    subject: 'Your email address is about to change',
    what: 'Someone who knows your password asked to change the email address of your account. It changes when the link we emailed to the new address is confirmed.',
    notYou: "If this wasn't you, change your password now. That stops the change and signs everyone else out.",
  },
  email_changed: {
    subject: 'Your email address was changed',
    what: 'The email address of your account was changed. Use the new one to sign in. You were signed out on all devices.',
    more: "If this email lists passkeys or two-step authentication that you didn't set up, set a new password and remove them.",
    notYou: "If this wasn't you, write to us right away from the old address.",
  },
  mfa_enabled: {
    subject: 'Two-step authentication is on',
    what: "From now on we'll ask for a code from your authenticator app when you sign in. You were signed out on all other devices.",
    more: 'Store your recovery codes somewhere you can reach without your phone.',
    notYou: reset,
  },
  mfa_disabled: {
    subject: 'Two-step authentication is off',
    what: 'We no longer ask for a code from your authenticator app when you sign in. You were signed out on all other devices.',
    notYou: `${reset} Then turn two-step authentication back on.`,
  },
  mfa_lifted: {
    subject: 'Our support team turned off two-step authentication',
    what: 'Our support team turned off two-step authentication for your account on request. Your recovery codes no longer work, and you were signed out on all devices. Until you set it up again, you sign in with just your password.',
    more: 'Your passkeys still work. If one is on a device you lost, remove it.',
    notYou: `${reset} Then contact us.`,
  },
  sign_in_methods_removed: {
    subject: 'We removed sign-in methods from your account',
    what: "Your email address is verified now. The sign-in methods below were added before that, and we don't know whether you added them. We removed them and signed out all devices.",
    more: 'If you added them yourself, sign in and add them again.',
    notYou: reset,
  },
  recovery_codes_created: {
    subject: 'You have new recovery codes',
    what: 'New recovery codes were created for your account. Your old codes no longer work.',
    notYou: reset,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    what: 'Someone signed in to your account with one of your recovery codes. That code no longer works.',
    notYou: `${reset} Then create new recovery codes.`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    what: 'A passkey was added to your account. Anyone who has it can sign in.',
    notYou: `${reset} Then remove the passkey.`,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    what: 'A passkey was removed from your account. It can no longer be used to sign in.',
    notYou: reset,
  },
  networks_limited: {
    subject: 'Sign-in is limited to certain networks',
    what: 'From now on you can sign in to your account only from the networks below.',
    notYou: `${reset} If you can't sign in, contact us and we'll lift the limit.`,
  },
  networks_opened: {
    subject: 'You can sign in from any network again',
    what: 'Sign-in to your account is no longer limited to certain networks.',
    notYou: reset,
  },
  address_changed: {
    subject: 'Your billing address was changed',
    what: "Our support team changed the billing address of your account. We'll use it for taxes and new receipts from now on.",
    notYou: "If you didn't ask for this, contact us right away.",
  },
  new_device: {
    subject: 'New device signed in to your account',
    what: 'We noticed a sign-in to your account from a new device.',
    notYou: reset,
  },
  sign_in_locked: {
    subject: 'Sign-in is temporarily locked',
    what: 'Someone entered a wrong password or code for your account several times. New devices have to wait before they can try again. No one got in.',
    whatUntilReset:
      'Someone entered a wrong password for your account a hundred times in a row. New devices can sign in again after you reset your password: choose “Forgot your password?” on the sign-in page. No one got in.',
    more: "You can still sign in on a device you've used before.",
    notYou:
      "If this wasn't you, make sure you don't use your password anywhere else, and turn on two-step authentication.",
  },
  step_up_locked: {
    subject: 'Changes to your account are temporarily locked',
    what: 'Someone who is signed in to your account entered a wrong password or code several times when changing a setting. They have to wait before they can try again. Nothing was changed.',
    notYou:
      "If this wasn't you, someone has one of your devices or a copy of its session. Set a new password now. That signs out all other devices.",
  },
  refresh_reused: {
    subject: 'We signed out one of your devices',
    what: 'One of your sessions was used from two places, so we ended it to be safe. That device has to sign in again.',
    notYou: reset,
  },
  export_ready: {
    subject: 'Your data is ready',
    what: 'The copy of your data is ready. Sign in to download it within 7 days.',
    notYou: reset,
    link: 'Download your data',
  },
  account_closing: {
    subject: 'Your account is being closed',
    what: "Your account is being closed. Our payment provider hasn't confirmed yet that it removed your card. The card is no longer on your account, and we won't charge it. As soon as the provider confirms, we'll close the account and email you again.",
    more: 'To keep your account, save a card before then.',
    notYou: "If this wasn't you, reset your password now. That stops the closing.",
    bySupport: {
      what: "Our support team is closing your account. Our payment provider hasn't confirmed yet that it removed your card. The card is no longer on your account, and we won't charge it. As soon as the provider confirms, we'll close the account and email you again.",
      notYou: "If you didn't ask for this, contact us right away.",
    },
  },
  account_closed: {
    subject: 'Your account is closed',
    what: "Your account is closed. Your subscriptions have ended, you won't be charged again, and we erased your personal data except for what the law requires us to keep.",
    notYou: "If this wasn't you, contact us right away.",
    bySupport: {
      what: "Our support team closed your account. Your subscriptions have ended, you won't be charged again, and we erased your personal data except for what the law requires us to keep.",
      notYou: "If you didn't ask for this, contact us right away.",
    },
  },
};

/** Mails to operators about their own account. */
const operator: OperatorTexts = {
  operator_new_device: {
    subject: 'New device signed in to the operator site',
    what: 'We noticed a sign-in to the operator site with your account from a new device.',
    notYou: "If this wasn't you, set a new password on the operator site now and tell an administrator.",
  },
  operator_locked: {
    subject: 'Sign-in to the operator site is temporarily locked',
    what: 'Someone entered a wrong password or code for your operator account several times. New devices have to wait before they can try again. No one got in.',
    notYou: "If this wasn't you, tell an administrator.",
  },
  operator_password_changed: {
    subject: 'Your password for the operator site was changed',
    what: 'The password of your operator account was changed. All your other sessions have ended.',
    notYou: "If this wasn't you, tell an administrator right away. They can disable the account.",
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
    tax: (place: string, percent: string) => (place === '' ? `Tax (${percent}%)` : `Tax, ${place} (${percent}%)`),
    credit: 'Account credit',
    carried: 'Previous balance',
    added: 'Added to your account credit',
    total: 'Total',
  },
  /** Status in the badge of a mail. */
  badges: {
    paid: 'Paid',
    nothingToPay: 'No payment needed',
    failed: 'Payment failed',
    overdue: 'Overdue',
    refunded: 'Refunded',
    ended: 'Ended',
  },
  manage: (plan: string) => `Manage ${plan}`,
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
    plansStopped: "No longer renews, because cards aren't accepted for this address",
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
    '/address': 'Check your address',
    '/payments/method': 'Save a card',
    '/': 'Sign in',
    '/operator/': 'Open the operator site',
  },
  security,
  operator,
};
