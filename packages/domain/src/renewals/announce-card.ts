import { type Draft, put, queueMail } from '../decision/draft.ts';
import { cardMarksLeft } from '../state/card-notice.ts';

/**
 * Queues the mail that the card on file expires soon or has expired. Several notices that are due at once become one
 * mail.
 */
export const announceCard = (draft: Draft): void => {
  const { state, context } = draft;
  const mark = cardMarksLeft(state, context.settings)
    .filter(({ at }) => at <= context.now)
    .at(-1);
  if (!state.card || !mark) return;
  put(draft, 'cardNotices', { cardId: state.card.id, days: mark.days });
  draft.state = { ...state, cardNoticedDays: mark.days };
  queueMail(draft, context.now < mark.expiresAt ? 'card_expiring' : 'card_expired', {
    facts: { nextAt: mark.expiresAt },
  });
};
