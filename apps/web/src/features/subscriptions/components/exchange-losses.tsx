import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import { lossesBetween } from '../model/losses.ts';
import { LossesNotice } from './losses-notice.tsx';
import '../order-texts.ts';

/** The same list as in the review of an order, where a code or a promotion puts one plan in the place of another today. */
export const ExchangeLosses = ({ had, gets, features }: PlanExchange) => {
  const losses = lossesBetween([had, gets], had.id, gets.id, features);
  return losses && <LossesNotice losses={losses} scheduledFor={null} />;
};
