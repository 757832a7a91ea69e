import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const params = { article: 'marketing' };

/** The present answer about marketing news; looked at again when the tab is, because another tab may have answered. */
export const marketingQuery = queryOptions({
  queryKey: ['consent', 'marketing'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/consent/articles/:article', { params }, { signal })).marketingEnabledAnswer,
});

/**
 * Keeps an answer with the exact words that were on the screen and the address of the account pages it was given on
 * (CO-01).
 */
export const answerMarketing = (form: string, answer: 'yes' | 'no') =>
  call('POST /api/consent/articles/:article', { params, body: { form, answer, client: location.origin } });
