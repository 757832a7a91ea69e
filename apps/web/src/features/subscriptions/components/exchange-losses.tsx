import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import { lossesBetween } from '../model/losses.ts';
import { LossesNotice } from './losses-notice.tsx';

/** Losses of a plan exchange by a code or promotion, listed as in the review of an order. */
export const ExchangeLosses = ({ had, gets, features }: PlanExchange) => {
  const losses = lossesBetween([had, gets], had.id, gets.id, features);
  return losses && <LossesNotice losses={losses} scheduledFor={null} />;
};
