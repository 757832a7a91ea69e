import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { cardExpiresAt } from '../dates/card-expiry.ts';
import type { BillingState, Subscription } from './entities.ts';
import type { BillingSettings } from './settings.ts';
import { isChargeable, willRenewPaid } from './status.ts';
import { isFollowedByPrepaid } from './trial-and-renewal.ts';

/** Day on which the customer is mailed before the card on file expires. */
export interface CardMark {
  readonly at: Instant;
  readonly days: number;
  readonly expiresAt: Instant;
}

type CardState = Pick<BillingState, 'card' | 'billTo' | 'subscriptions' | 'cardNoticedDays'>;

/** Excludes subscriptions that are past due, suspended or incomplete: these send other mails about the payment. */
const willCharge = (state: CardState, subscription: Subscription): boolean =>
  (subscription.status === 'active' || subscription.status === 'trialing') &&
  willRenewPaid(subscription, true) &&
  !isFollowedByPrepaid(state, subscription);

/** Expiry notices not sent yet, earliest first. Empty if no subscription will charge the card. */
export const cardMarksLeft = (state: CardState, settings: BillingSettings): CardMark[] => {
  const { card, cardNoticedDays, subscriptions } = state;
  if (card === null || !isChargeable(state, settings)) return [];
  if (!subscriptions.some((subscription) => willCharge(state, subscription))) return [];
  const expiresAt = cardExpiresAt(card.expYear, card.expMonth);
  return settings.cardNoticeDays
    .filter((days) => cardNoticedDays === null || days < cardNoticedDays)
    .map((days) => ({ days, expiresAt, at: expiresAt - days * DAY_MS }));
};

/** Next expiry notice to send, or null. */
export const nextCardNotice = (state: CardState, settings: BillingSettings): CardMark | null =>
  cardMarksLeft(state, settings)[0] ?? null;
