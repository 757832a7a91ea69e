import type { Services } from '../../compose.ts';
import { viewMe } from '../../services/identity/view-me.ts';
import type { Serve } from '../serve.ts';

export const serveConsent = (serve: Serve, services: Services): void => {
  serve('GET /api/consent/articles/:article', async ({ params: { article } }, { principal }) => {
    const given = await services.readArticle(principal, article);
    const answer = given ?? ('unknown' as const);
    return { article, marketingEnabledAnswer: answer, answer, flag: given === null ? null : given === 'yes' };
  });
  serve(
    'POST /api/consent/articles/:article',
    async ({ params: { article }, body }, { principal, origin, hostname }) => {
      const answeredAt = await services.answerArticle(principal, { article, ...body }, { origin, hostname });
      return { article, marketingEnabledAnswer: body.answer, answeredAt: new Date(answeredAt).toISOString() };
    },
  );
  serve('PATCH /api/auth/me', async ({ body }, { principal, origin, hostname, accessToken }) => {
    await services.changeSettings(principal, body, { origin, hostname });
    const { me, issuedAt } = await services.loadMe(accessToken);
    const { country_code: country } = services.readCountry(origin.address);
    return viewMe(me, { issuedAt, wallNow: services.wallNow(), country }).user;
  });
  serve('GET /api/auth/me/ecac-status', (_request, { principal }) => services.readScreening(principal.accountId));
};
