/** The English words of mails about money and what is bought with it; `MailWords` takes its shape from here. */
export const billingEn = {
  greeting: (name: string, text: string) => `${name}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  /** The lines of a receipt. */
  figures: {
    receipt: 'Receipt',
    subtotal: 'Subtotal',
    coupon: (code: string) => `Coupon ${code}`,
    tax: (percent: string) => `Tax (${percent}%)`,
    credit: 'Account credit',
    carried: 'Small amount from before',
    added: 'Added to your account credit',
    total: 'Total',
  },
  links: {
    receipt: 'View receipt',
    card: 'Change card',
    addCard: 'Add a card',
    payments: 'View payments',
    subscription: 'Manage subscription',
    plans: 'Choose a plan',
    account: 'Go to account',
    maintenance: 'Extend maintenance',
    license: 'View license',
  },
  receipt: {
    subject: (amount: string, what: string) => `Receipt for ${amount}: ${what}`,
    freeSubject: (what: string) => `Receipt: ${what}`,
    heading: (amount: string) => `You paid ${amount}`,
    freeHeading: 'No payment was necessary',
    text: (what: string) => `This is your receipt for ${what}.`,
    charged: (card: string, when: string) => `We charged ${card} on ${when}.`,
  },
  recovered: {
    subject: (what: string) => `Thank you: ${what} goes on`,
    heading: (what: string) => `${what} goes on`,
    text: 'Your payment arrived, and nothing is open any more. This is your receipt.',
  },
  failed: {
    subject: (amount: string) => `Your payment of ${amount} did not go through`,
    heading: (amount: string) => `We could not charge ${amount}`,
    declined: (what: string, card: string) => `The payment for ${what} with ${card} failed.`,
    noCard: (what: string) => `There is no card on file to pay for ${what}.`,
    nothing: 'Nothing was charged.',
    again: (when: string) => `Nothing was charged. We try again on ${when}.`,
    change: 'Change your card and we charge the amount at once.',
    kept: (what: string) =>
      `You keep the plan you had before. If you would like ${what} after all, change your card and choose the plan again.`,
  },
  overdue: {
    subject: (amount: string, what: string) => `${amount} is overdue: ${what} is paused`,
    heading: (what: string) => `${what} is paused`,
    text: (amount: string) => `We tried several times to charge ${amount} and could not.`,
    change: 'Change your card and it starts again at once. The time it was paused is added to your period.',
  },
  refunded: {
    title: (amount: string) => `We refunded ${amount}`,
    text: (amount: string) => `We gave ${amount} back to the card you paid with.`,
    days: 'Most banks show it within 5 to 10 days.',
  },
  credit: {
    subject: (amount: string) => `You have ${amount} of credit`,
    heading: (amount: string) => `We added ${amount} to your account credit`,
    text: (amount: string) => `Your next payments use the ${amount} first, before your card is charged.`,
  },
  paidOut: {
    subject: (amount: string) => `We paid out ${amount} of your credit`,
    heading: (amount: string) => `We paid out ${amount}`,
    text: (amount: string) => `We paid ${amount} of your account credit back to you. It is no longer on your account.`,
  },
  notice: {
    renewal: {
      subject: (plan: string, when: string, amount: string) => `${plan} renews on ${when} for ${amount}`,
      heading: (plan: string, when: string) => `${plan} renews on ${when}`,
      off: 'Turn renewal off any time before; you keep your plan until that day.',
    },
    start: {
      subject: (plan: string, when: string, amount: string) => `${plan} starts on ${when} for ${amount}`,
      heading: (plan: string, when: string) => `${plan} starts on ${when}`,
      off: 'You can take the change back any time before that day.',
    },
    text: (when: string, amount: string, card: string | null) =>
      `On ${when} we charge ${amount}, tax included${card === null ? '' : `, to ${card}`}.`,
    nothing: (when: string) => `On ${when} we charge nothing.`,
    credit: (credit: string, amount: string) => `${credit} of ${amount} is paid from your account credit.`,
    follows: (plan: string) => `It then takes the place of your ${plan}.`,
    replaces: (plan: string) =>
      `It then takes the place of your ${plan}. What you have paid for that and not used yet is taken into account.`,
    added: (amount: string) => `${amount} is added to your account credit.`,
    legacy: 'This is a legacy license: there are no updates, no fixes and no help for it any more.',
    noCard: (when: string, amount: string) =>
      `On ${when} ${amount} is due, tax included. There is no card on file to pay for it.`,
    addCard: 'Add a card before that day, so that nothing you use is interrupted.',
  },
  trial: {
    subject: (plan: string, when: string) => `Your ${plan} trial ends on ${when}`,
    heading: (plan: string) => `Your ${plan} trial has started`,
    text: (plan: string, when: string) =>
      `You can use everything in ${plan} until ${when}. You pay nothing for the trial.`,
    undated: (plan: string) => `You can use everything in ${plan}. You pay nothing for the trial.`,
    renewal: 'It does not renew unless you turn auto-renew on.',
    renews: (when: string, amount: string) =>
      `Auto-renew is on: on ${when} it goes on as a paid plan for ${amount}, tax included. Account credit is used first; the rest is charged to your card. Until then you can turn it off.`,
    nothing: (when: string) => `Auto-renew is on, but as things stand we charge nothing on ${when}.`,
    open: (when: string) =>
      `Auto-renew is on. What we charge on ${when} depends on a payment that is still being processed; your subscription shows it as soon as it is known.`,
  },
  ending: {
    trial: (plan: string, when: string) => `Your ${plan} trial ends on ${when}`,
    promotion: (plan: string, when: string) => `Your free ${plan} ends on ${when}`,
    prepaid: (plan: string, when: string) => `Your prepaid ${plan} ends on ${when}`,
    paid: (plan: string, when: string) => `Your ${plan} ends on ${when}`,
    text: (when: string) => `It ends by itself on ${when}, and nothing is charged for it.`,
    choose: 'To go on without a break, choose a plan or turn auto-renew on before that day.',
    noCard: 'It does not go on because there is no card on file to charge.',
    addCard: 'To go on without a break, add a card before that day.',
    abroad: 'It does not go on because we cannot charge cards for your address.',
    contact: 'To go on without a break, write to us before that day.',
    redeem: 'To go on without a break, redeem another code before that day. Afterwards you can choose a plan.',
  },
  ended: {
    title: (plan: string) => `${plan} has ended`,
    text: (plan: string) => `Your subscription to ${plan} is over. Nothing more will be charged for it.`,
  },
  cardSaved: {
    subject: (card: string) => `${card} is saved for your payments`,
    heading: (card: string) => `${card} is saved`,
    text: (card: string) => `Your payments are charged to ${card} from now on.`,
    notYou: 'If it was not you who saved it, change your password and contact us.',
  },
  cardExpiring: {
    subject: (card: string, when: string) => `${card} expires on ${when}`,
    heading: (card: string) => `${card} is about to expire`,
    text: (card: string, when: string) => `Your payments are charged to ${card}, which expires on ${when}.`,
    add: 'Add your new card before, so that nothing you use is interrupted.',
  },
  cardExpired: {
    title: (card: string) => `${card} has expired`,
    text: (card: string) => `Your payments are charged to ${card}, and your bank may refuse the next one.`,
    add: 'Add your new card, so that nothing you use is interrupted.',
  },
  maintenanceEnding: {
    subject: (plan: string, when: string) => `Maintenance of your ${plan} license ends on ${when}`,
    heading: (when: string) => `Maintenance ends on ${when}`,
    text: (plan: string, when: string) =>
      `You can use every release of ${plan} that comes out before ${when}, for good.`,
    extend:
      'To use later releases too, extend your maintenance. An extension starts where the present one ends, so you lose no days by being early.',
  },
  maintenanceExtended: {
    subject: (plan: string, when: string) => `Maintenance of your ${plan} license is extended to ${when}`,
    heading: (when: string) => `Maintenance is extended to ${when}`,
    text: (plan: string, when: string) => `You can use every release of ${plan} that comes out before ${when}.`,
    charged: (amount: string, card: string) => `We charged ${amount} to ${card}.`,
  },
  promotion: {
    subject: (name: string) => `Your promotion ${name} has started`,
    heading: 'Promotion redeemed',
    text: (name: string) => `The promotion ${name} is on your account.`,
    forGood: 'It is free for good, and nothing is charged for it.',
    ends: (when: string) => `It is free until ${when}. It does not renew by itself, and nothing is charged.`,
    renews: (when: string, plan: string, amount: string) =>
      `It is free until ${when}. Then ${plan} renews for ${amount}, tax included, unless you turn auto-renew off before.`,
  },
  reviewOpened: {
    title: 'Your account is under review',
    text: 'Regulation of the U.S. government requires us to review downloads of this software.',
    answer: (when: string | null) =>
      `This takes up to two U.S. business days. We answer ${when === null ? 'soon' : `by ${when}`}. Downloads are blocked until then.`,
    held: (name: string) =>
      `We keep ${name} for you and put it on your account when the review is done. Nothing is charged.`,
  },
  reviewCleared: {
    subject: 'Your account review is done',
    heading: 'Your account is cleared',
    text: 'Your account review is done. You can download and update the software now.',
  },
  reviewDenied: {
    subject: 'About your account review',
    heading: 'We cannot offer you this software',
    text: 'Regulation of the U.S. government does not allow us to offer you this software.',
    mistake: 'Nothing was charged. If you think that this is a mistake, write to us.',
  },
  heldApplied: {
    title: (name: string) => `${name} is on your account now`,
    text: (name: string) => `What we kept for you during the review, ${name}, is on your account now.`,
  },
  heldReleased: {
    title: (name: string) => `${name} was not redeemed`,
    text: (name: string) => `We kept ${name} for you and could not put it on your account.`,
    unused: 'Nothing was charged, and your code is unused: it works again.',
  },
};
